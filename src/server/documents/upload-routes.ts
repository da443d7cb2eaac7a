import type { FastifyInstance, FastifyRequest } from 'fastify';
import { documentKeysOf, fileRulesIn } from '#form/documents/document-answers.ts';
import { ANY_FILE, MAX_FILE_BYTES, fileRuleTexts } from '#form/documents/file-rules.ts';
import type { PostPresignedUrlAnswer, PostPresignedUrlBody } from '#generated/api.ts';
import { Refusal, requireNoWait } from '../http/refusal.ts';
import { currentName } from '#form/migration/current-names.ts';
import { updateMigratedApplication } from '#server/answer-migration/migrated-application.ts';
import { isDocumentConverting, selectDocuments } from '#server/student-tables/document-store.ts';
import { insertUpload, type UploadOf } from '#server/student-tables/upload-store.ts';
import { newFileKey, type UploadPermit, type FormFields } from '../files/file-store.ts';
import type { Rate } from '../limits/limit-steps.ts';
import type { Services } from '../start/services.ts';
import { documentConvertingRefusal } from './document-records.ts';
import { say, documentsTexts } from '#texts/say.ts';
import type { IncomingMessage } from 'node:http';
import fastifyMultipart, { type MultipartFile } from '@fastify/multipart';
import { UPLOAD_PATH, type UploadForms } from '../files/disk-files.ts';

/** Long enough to send a megabyte over a bad mobile connection. */
const PERMIT_MS = 10 * 60_000;

/** At most sixty uploads in any hour (OWASP ASVS 5.2.4). */
const UPLOADS: Rate = { burst: 30, everyMs: 120_000 };

/** POST /api/presigned-url: permits one upload for one question, voiding the former permit. */
export function presignRoutes(app: FastifyInstance, parts: Services): void {
  const { guard } = parts;
  const call = { onRequest: guard.require };
  app.post<{ Body: PostPresignedUrlBody }>('/api/presigned-url', call, async (request) => {
    const answerKey = currentName(parts.definition.moves?.keys, request.body.answer_key);
    if (!documentKeysOf(parts.definition).has(answerKey))
      throw new Refusal(422, say(documentsTexts.notDocument));
    return permitUpload(parts, guard.of(request).studentId, answerKey);
  });
}

async function permitUpload(
  parts: Services,
  studentId: string,
  answerKey: string,
): Promise<PostPresignedUrlAnswer> {
  const now = parts.clock();
  const waitMs = await parts.limits.consume(`upload:student:${studentId}`, UPLOADS, now);
  requireNoWait(waitMs, documentsTexts.manyUploads);
  const permitted: UploadPermit = {
    key: newFileKey(studentId, (size) => parts.random.bytes(size)),
    maxBytes: fileRulesIn(parts.definition, answerKey).maxBytes,
    expiresAt: new Date(now.getTime() + PERMIT_MS),
  };
  const form = await parts.files.presign(permitted);
  await parts.discard(await recordUpload(parts, studentId, answerKey, permitted));
  return { url: form.url, fields: { ...form.fields, key: permitted.key } };
}

/** Records an upload, replacing one that is not a document yet; returns the replaced file keys. */
function recordUpload(
  parts: Services,
  studentId: string,
  answerKey: string,
  permitted: UploadPermit,
): Promise<string[]> {
  return updateMigratedApplication(parts, studentId, async (transaction) => {
    const all = await selectDocuments(transaction, studentId);
    if (all.some((each) => each.answerKey === answerKey && isDocumentConverting(each)))
      throw documentConvertingRefusal();
    return insertUpload(transaction, { studentId, answerKey }, permitted);
  });
}

type UploadSettings = {
  readonly forms: UploadForms;
  /** Returns whose unused permit it is, if the requester's. */
  readonly findOpen: (permit: UploadPermit, request: FastifyRequest) => Promise<UploadOf | undefined>;
  /** Called for each stored file; false, with the file deleted, if its permit was revoked during the upload. */
  readonly onReceived: (permit: UploadPermit) => Promise<boolean>;
  /** Limits forms that this service did not sign, apart from those of students at the same address. */
  readonly limitUnsigned: (request: FastifyRequest) => Promise<void>;
};

/** A post of the largest file, with the fields and the boundaries between the parts. */
const POST_BYTES = MAX_FILE_BYTES + 16 * 1024;
const LINGER_MS = 2000;

/**
 * POST {@link UPLOAD_PATH}: stores a file on this server's disk, like S3. Only this call accepts a form, in its own
 * scope; the signed policy keeps other websites out, as JSON does elsewhere.
 */
export async function uploadRoute(app: FastifyInstance, parts: UploadSettings): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(fastifyMultipart, { limits: FORM_LIMITS });
    scope.addHook('onResponse', async ({ raw }) => cutOff(raw));
    const receiving: Receiving = new Map();
    scope.post(UPLOAD_PATH, { onRequest: refuseTooLarge, bodyLimit: POST_BYTES }, async (request, reply) => {
      await takeUpload(parts, request, receiving);
      return reply.code(204).send();
    });
  });
}

/** Reads on for a moment after a refusal, so that the client receives the response, then closes the connection. */
function cutOff(sending: IncomingMessage): void {
  if (sending.complete || sending.destroyed) return;
  const timer = setTimeout(() => sending.destroy(), LINGER_MS);
  sending.once('close', () => clearTimeout(timer));
  sending.unpipe().resume();
}

/** Refuses a declared excessive length before reading. */
async function refuseTooLarge(request: FastifyRequest): Promise<void> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > POST_BYTES) throw tooLarge(MAX_FILE_BYTES);
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal(413, say(documentsTexts.tooLarge, fileRuleTexts({ ...ANY_FILE, maxBytes })));
}

/**
 * Uploads in progress by question, each with how to refuse it. One per question, because a slow file stays in memory
 * until it ends. The refusal ends no connection, which a proxy would count against the server.
 */
type Receiving = Map<string, (refusal: Refusal) => void>;

async function takeUpload(
  { forms, findOpen, onReceived, limitUnsigned }: UploadSettings,
  request: FastifyRequest,
  receiving: Receiving,
): Promise<void> {
  const form = await refuseBroken(readToFile(request));
  const permit = forms.permitOf(form.fields);
  if (permit === undefined) {
    await limitUnsigned(request);
    throw brokenUploadForm();
  }
  const upload = await findOpen(permit, request);
  if (upload === undefined) throw brokenUploadForm();
  const question = `${upload.studentId} ${upload.answerKey}`;
  const { promise: replaced, reject: replace } = Promise.withResolvers<never>();
  receiving.get(question)?.(brokenUploadForm());
  receiving.set(question, replace);
  try {
    const bytes = await Promise.race([refuseBroken(readFile(form, permit.maxBytes)), replaced]);
    if (!(await forms.add(permit.key, bytes))) throw brokenUploadForm();
    if (!(await onReceived(permit))) throw brokenUploadForm();
  } finally {
    if (receiving.get(question) === replace) receiving.delete(question);
  }
}

/** A form with a file, of which only the fields have been read. */
type UploadForm = {
  readonly fields: FormFields;
  readonly file: MultipartFile;
  /** Parts after the file: none, in a valid form. */
  readonly rest: AsyncIterator<unknown>;
};

/** Far above a signed form's needs, but negligible in cost. */
const FORM_LIMITS = {
  fieldNameSize: 100,
  fieldSize: 4096,
  fields: 10,
  files: 1,
  parts: 11,
  headerPairs: 20,
  fileSize: MAX_FILE_BYTES + 1,
};

/** Returns the 403 for a form that differs from what was signed. */
function brokenUploadForm(): Refusal {
  return new Refusal(403, say(documentsTexts.notAllowed));
}

/** Reads a form up to its last part, `file`. @throws Refusal 403 if a field is repeated or the file is missing */
async function readToFile(request: FastifyRequest): Promise<UploadForm> {
  const fields = new Map<string, string>();
  const rest = request.parts();
  for (;;) {
    const { value: part, done } = await rest.next();
    if (done) throw brokenUploadForm();
    if (part.type === 'file') {
      if (part.fieldname !== 'file') throw brokenUploadForm();
      return { fields: Object.fromEntries(fields), file: part, rest };
    }
    if (typeof part.value !== 'string' || part.valueTruncated || fields.has(part.fieldname))
      throw brokenUploadForm();
    fields.set(part.fieldname, part.value);
  }
}

/** Reads the file. @throws Refusal 413 beyond `maxBytes`; 422 if it is empty; 403 if anything follows it */
async function readFile({ file, rest }: UploadForm, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.file) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A file came as something else than bytes.');
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  if ((await rest.next()).done !== true) throw brokenUploadForm();
  if (size === 0) throw new Refusal(422, say(documentsTexts.empty));
  return Buffer.concat(chunks);
}

/** Converts other errors while reading to a 403: the form was interrupted or malformed. */
function refuseBroken<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    throw error instanceof Refusal ? error : brokenUploadForm();
  });
}
