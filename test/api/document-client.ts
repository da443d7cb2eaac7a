import { ORIGIN, type TestApp } from '#test/server/test-app.ts';
import type { Answer, StudentClient } from './student-client.ts';

/** A form from POST /api/presigned-url. */
export type UploadForm = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** The first bytes of each kind of file. */
const BEGINNINGS = {
  png: '\x89PNG\r\n\x1a\n',
  jpeg: '\xff\xd8\xff\xe0',
  jpg: '\xff\xd8\xff\xe0',
  pdf: '%PDF-1.7\n',
  docx: 'PK\x03\x04',
} as const;

export type FileKind = keyof typeof BEGINNINGS;
export const FILE_KINDS: readonly FileKind[] = ['png', 'jpeg', 'jpg', 'pdf', 'docx'];

/** A file of this kind and size. */
export function fileOf(kind: FileKind, size = 100): Buffer {
  const bytes = Buffer.alloc(size, 'x');
  bytes.write(BEGINNINGS[kind], 'latin1');
  return bytes;
}

export async function presign(student: StudentClient, answerKey: string): Promise<UploadForm> {
  const { status, body } = await student.call('POST', '/api/presigned-url', { answer_key: answerKey });
  if (status !== 200) throw new Error(`No upload was permitted: ${String(body['message'])}`);
  return { url: String(body['url']), fields: fieldsOf(body['fields']) };
}

function fieldsOf(fields: unknown): UploadForm['fields'] {
  const entries = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

type Sending = { readonly cookies?: Record<string, string>; readonly headers?: Record<string, string> };

/** Posts a file as the page does: the fields, then the file. */
export async function postForm(
  { app }: TestApp,
  { url, fields }: UploadForm,
  file: Uint8Array,
  { cookies = {}, headers = { origin: ORIGIN } }: Sending = {},
): Promise<{ readonly status: number; readonly message: unknown }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Buffer.from(file)]), 'whatever.png');
  const encoded = new Response(form);
  const response = await app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    headers: { ...headers, 'content-type': encoded.headers.get('content-type') ?? '' },
    cookies,
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  const message: unknown = response.body === '' ? undefined : response.json().message;
  return { status: response.statusCode, message };
}

export type Attached = { readonly fileKey: string; readonly answer: Answer };

/** Uploads a file and requests its conversion. */
export async function attach(
  server: TestApp,
  student: StudentClient,
  answerKey: string,
  { name = 'paper.pdf', bytes = fileOf('pdf') }: { readonly name?: string; readonly bytes?: Buffer } = {},
): Promise<Attached> {
  const form = await presign(student, answerKey);
  const posted = await postForm(server, form, bytes);
  if (posted.status !== 204) throw new Error(`The upload was refused: ${String(posted.message)}`);
  const fileKey = form.fields['key'] ?? '';
  return { fileKey, answer: await claim(student, answerKey, fileKey, name) };
}

/** Uploads a file and runs its conversion. */
export async function attachConverted(...given: Parameters<typeof attach>): Promise<Attached> {
  const attached = await attach(...given);
  await given[0].fileJobs.convert.run();
  return attached;
}

/** Records an uploaded file as the answer to a question. */
export function claim(
  student: StudentClient,
  answerKey: string,
  fileKey: string,
  name = 'paper.pdf',
): Promise<Answer> {
  return student.call('POST', `/api/pdf/document-answer/${encodeURIComponent(answerKey)}`, {
    file_key: fileKey,
    file_name: name,
  });
}

/** Keys of all files in the store. */
export async function storedKeys({ files }: TestApp): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list()) keys.push(key);
  return keys.toSorted();
}
