import { setTimeout as delay } from 'node:timers/promises';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import type { SampleFile } from '#test/support/sample-files.ts';
import type { TestServer } from '#test/support/test-server.ts';

/** The password of every student. */
const PASSWORD = 'Correct-Horse-7';
const MAIL_MS = 30_000;
/** The sustained rate of one student. */
export const POLL_MS = 100;

type Call = { readonly method?: string; readonly body?: unknown; readonly cookie?: string };

/** Calls a server in another process like its page. */
export async function call(
  server: TestServer,
  url: string,
  { method = 'POST', body, cookie = '' }: Call,
): Promise<Response> {
  return fetch(server.url + url, {
    method,
    headers: { 'content-type': 'application/json', origin: server.url, cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Registers an account. @returns its session cookies */
export async function signUpAndLogIn(server: TestServer, username: string): Promise<string> {
  await call(server, '/public/signup', { body: { username, password: PASSWORD } });
  const code = await waitForMail(server.mailDir, username, readCode, MAIL_MS);
  await call(server, '/public/confirm', { body: { username, code, password: PASSWORD } });
  const login = await call(server, '/public/login', { body: { username, password: PASSWORD } });
  await expectStatus(login, 200);
  return login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}

/** Usable outside of Vitest, too. @throws Error with another response */
export async function expectStatus(response: Response, status: number): Promise<void> {
  if (response.status === status) return;
  throw new Error(`${response.url} returned ${response.status}: ${await response.text()}`);
}

type UploadForm = { readonly url: string; readonly fields: Readonly<Record<string, string>> };

/** The upload form for a question. */
export async function presign(server: TestServer, cookie: string, answerKey: string): Promise<UploadForm> {
  const response = await call(server, '/api/presigned-url', { body: { answer_key: answerKey }, cookie });
  await expectStatus(response, 200);
  const form: UploadForm = JSON.parse(await response.text());
  return form;
}

export async function sendFile({ url, fields }: UploadForm, bytes: Buffer): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([Uint8Array.from(bytes)]));
  await expectStatus(await fetch(url, { method: 'POST', body: form }), 204);
}

/** Records an uploaded file, and starts its conversion. */
export async function recordFile(
  server: TestServer,
  cookie: string,
  { key, fields, name }: { key: string; name: string } & Pick<UploadForm, 'fields'>,
): Promise<void> {
  const body = { file_key: fields['key'], file_name: name };
  const recorded = await call(server, `/api/pdf/document-answer/${key}`, { body, cookie });
  await expectStatus(recorded, 200);
}

/** Uploads and records a file. */
export async function attach(
  server: TestServer,
  cookie: string,
  key: string,
  { name, buffer }: SampleFile,
): Promise<void> {
  const form = await presign(server, cookie, key);
  await sendFile(form, buffer);
  await recordFile(server, cookie, { ...form, key, name });
}

/** Waits for a conversion status. @throws Error if it ends with another */
export async function untilConversion(
  server: TestServer,
  cookie: string,
  key: string,
  wanted: string,
): Promise<void> {
  for (;;) {
    const response = await call(server, `/api/pdf/document-answer/${key}`, { method: 'GET', cookie });
    const { status }: { status: string } = JSON.parse(await response.text());
    if (status === wanted) return;
    if (['FAILED', 'COMPLETED'].includes(status)) throw new Error(`The conversion ended as ${status}.`);
    await delay(POLL_MS);
  }
}
