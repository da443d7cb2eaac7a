import type { FastifyInstance } from 'fastify';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import { MAX_FILE_BYTES } from '#form/documents/file-rules.ts';
import type { PostPresignedUrlAnswer, PostPresignedUrlBody } from '#generated/api.ts';
import { Refusal, TooManyRequests } from '../http/refusal.ts';
import { todaysName } from '#form/moves/todays-names.ts';
import { updateMovedApplication } from '#server/moves/moved-application.ts';
import { isDocumentConverting, selectDocuments } from '#server/student-tables/document-store.ts';
import { insertUpload } from '#server/student-tables/upload-store.ts';
import { newFileKey, type UploadPermit } from '../storage/file-store.ts';
import type { Rate } from '../limits/limits.ts';
import type { DocumentServices } from './document-services.ts';
import { documentConvertingRefusal } from './document-refusals.ts';
import { say } from '#texts/say.ts';
import { documentsTexts } from '#generated/texts.ts';

/** Long enough to send a megabyte over a bad mobile connection. */
const PERMIT_MS = 10 * 60_000;

/** At most sixty uploads in any hour (OWASP ASVS 5.2.4). */
const UPLOADS: Rate = { burst: 30, everyMs: 120_000 };

/** POST /api/presigned-url: permits a student one upload for one question; the one before is void then. */
export function presignRoutes(app: FastifyInstance, parts: DocumentServices): void {
  const { guard, schemaOf } = parts;
  const call = { schema: schemaOf('POST /api/presigned-url'), onRequest: guard.require };
  app.post<{ Body: PostPresignedUrlBody }>('/api/presigned-url', call, async (request) => {
    const answerKey = todaysName(parts.definition.moves?.keys, request.body.answer_key);
    if (!documentKeysOf(parts.definition).has(answerKey))
      throw new Refusal(422, say(documentsTexts.notDocument));
    return permitUpload(parts, guard.of(request).studentId, answerKey);
  });
}

async function permitUpload(
  parts: DocumentServices,
  studentId: string,
  answerKey: string,
): Promise<PostPresignedUrlAnswer> {
  const now = parts.clock();
  const waitMs = await parts.limits.consume(`upload:student:${studentId}`, UPLOADS, now);
  if (waitMs > 0) throw new TooManyRequests(waitMs, tooManyUploads);
  const permitted: UploadPermit = {
    key: newFileKey(studentId, (size) => parts.random.bytes(size)),
    maxBytes: MAX_FILE_BYTES,
    expiresAt: new Date(now.getTime() + PERMIT_MS),
  };
  const form = await parts.files.presign(permitted);
  await parts.discard(await recordUpload(parts, studentId, answerKey, permitted));
  return { url: form.url, fields: { ...form.fields, key: permitted.key } };
}

function tooManyUploads(wait: string): string {
  return say(documentsTexts.manyUploads, { wait });
}

/** Puts the upload in place of one that is not a document yet; returns the keys of that one's files. */
function recordUpload(
  parts: DocumentServices,
  studentId: string,
  answerKey: string,
  permitted: UploadPermit,
): Promise<string[]> {
  return updateMovedApplication(parts, studentId, async (transaction) => {
    const all = await selectDocuments(transaction, studentId);
    if (all.some((each) => each.answerKey === answerKey && isDocumentConverting(each)))
      throw documentConvertingRefusal();
    return insertUpload(transaction, { studentId, answerKey }, permitted);
  });
}
