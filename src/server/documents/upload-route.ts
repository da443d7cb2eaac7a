import type { IncomingMessage } from 'node:http';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '#form/documents/file-rules.ts';
import { Refusal } from '../http/refusal.ts';
import { UPLOAD_PATH, type UploadForms } from '../storage/disk-files.ts';
import type { UploadPermit } from '../storage/file-store.ts';
import { brokenUploadForm, FORM_LIMITS, openUploadForm, readUploadedFile } from './read-form.ts';
import { say } from '#texts/say.ts';
import { documentsTexts } from '#generated/texts.ts';

export type UploadSettings = {
  readonly forms: UploadForms;
  /** Whether the permit is still open, and to the one who asks. */
  readonly isOpen: (permit: UploadPermit, request: FastifyRequest) => Promise<boolean>;
  /** Called for each file that is stored; false, and the file is gone, when its permit was taken back while it came. */
  readonly onReceived: (permit: UploadPermit) => Promise<boolean>;
  /** Hooks before anything is read. */
  readonly onRequest: readonly ((request: FastifyRequest) => Promise<void>)[];
};

/** In addition to the file: the fields, and the boundaries between the parts. */
const FORM_BYTES = 16 * 1024;
const LINGER_MS = 2000;

/**
 * POST {@link UPLOAD_PATH}: takes a file where the store is this server's own disk, as S3 takes it for a bucket. It is
 * the one call that accepts something else than JSON, because a browser posts files as forms; so it has a scope
 * of its own, and no other call accepts a form. Other calls keep out other websites by accepting JSON only; here the
 * signed policy does, which their forms do not have.
 */
export async function uploadRoute(app: FastifyInstance, parts: UploadSettings): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(fastifyMultipart, { limits: FORM_LIMITS });
    scope.addHook('onResponse', async ({ raw }) => cutOff(raw));
    scope.post(UPLOAD_PATH, { onRequest: [refuseTooLarge, ...parts.onRequest] }, async (request, reply) => {
      await takeUpload(parts, request);
      return reply.code(204).send();
    });
  });
}

/**
 * What was refused may still be on its way. It is let in for a moment, because who sends reads the answer only
 * afterwards or not at all, and then the connection is cut.
 */
function cutOff(sending: IncomingMessage): void {
  if (sending.complete || sending.destroyed) return;
  const timer = setTimeout(() => sending.destroy(), LINGER_MS);
  sending.once('close', () => clearTimeout(timer));
  sending.unpipe().resume();
}

/** What says itself that it is too large is not read at all. */
async function refuseTooLarge(request: FastifyRequest): Promise<void> {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > MAX_FILE_BYTES + FORM_BYTES) throw new Refusal(413, say(documentsTexts.tooLarge));
}

async function takeUpload(
  { forms, isOpen, onReceived }: UploadSettings,
  request: FastifyRequest,
): Promise<void> {
  const form = await openUploadForm(request);
  const permit = forms.permitOf(form.fields);
  if (permit === undefined || !(await isOpen(permit, request))) throw brokenUploadForm();
  const bytes = await readUploadedFile(form, permit.maxBytes);
  if (!(await forms.add(permit.key, bytes))) throw brokenUploadForm();
  if (!(await onReceived(permit))) throw brokenUploadForm();
}
