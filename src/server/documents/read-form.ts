import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { MAX_FILE_BYTES } from '#form/documents/file-rules.ts';
import { Refusal } from '../http/refusal.ts';
import type { FormFields } from '../storage/upload-policy.ts';
import { say } from '#texts/say.ts';
import { documentsTexts } from '#generated/texts.ts';

/** A form with a file, as far as it was read: all fields, and nothing of the file yet. */
export type UploadForm = {
  readonly fields: FormFields;
  readonly file: MultipartFile;
  /** What comes behind the file: nothing, in a form that is right. */
  readonly rest: AsyncIterator<unknown>;
};

/** Far more than a signed form has, and far less than would weigh anything. */
export const FORM_LIMITS = {
  fieldNameSize: 100,
  fieldSize: 4096,
  fields: 10,
  files: 1,
  parts: 11,
  headerPairs: 20,
  fileSize: MAX_FILE_BYTES + 1,
};

/** The 403 of a form that is not as it was signed. */
export function brokenUploadForm(): Refusal {
  return new Refusal(403, say(documentsTexts.notAllowed));
}

/**
 * Reads a form up to its file, which S3 wants to be the last part, named `file`.
 *
 * @throws Refusal 403 when a field is there twice or the file is missing
 */
export function openUploadForm(request: FastifyRequest): Promise<UploadForm> {
  return refuseBroken(readToFile(request));
}

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

/**
 * Reads the file itself, and no more of it than it may have.
 *
 * @throws Refusal 413 one byte beyond `maxBytes`; 422 when it is empty; 403 when anything comes behind it
 */
export function readUploadedFile(form: UploadForm, maxBytes: number): Promise<Buffer> {
  return refuseBroken(readBytes(form, maxBytes));
}

async function readBytes({ file, rest }: UploadForm, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.file) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('A file came as something else than bytes.');
    size += chunk.length;
    if (size > maxBytes) throw new Refusal(413, say(documentsTexts.tooLarge));
    chunks.push(chunk);
  }
  if ((await rest.next()).done !== true) throw brokenUploadForm();
  if (size === 0) throw new Refusal(422, say(documentsTexts.empty));
  return Buffer.concat(chunks);
}

/** Whatever else goes wrong while a form is read is the fault of the form: it broke off, or never was one. */
async function refuseBroken<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw error instanceof Refusal ? error : brokenUploadForm();
  }
}
