import { PASSWORD } from '#test/api/student-client.ts';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import type { TestServer } from '#test/support/test-server.ts';

const MAIL_MS = 30_000;

type Call = { readonly method?: string; readonly body?: unknown; readonly cookie?: string };

/** Calls a server in another process as its page does. */
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

/** Makes an account with the code from the mail. @returns the cookies of its session */
export async function signUpAndLogIn(server: TestServer, username: string): Promise<string> {
  await call(server, '/public/signup', { body: { username, password: PASSWORD } });
  const code = await waitForMail(server.mailDir, username, readCode, MAIL_MS);
  await call(server, '/public/confirm', { body: { username, code } });
  const login = await call(server, '/public/login', { body: { username, password: PASSWORD } });
  if (login.status !== 200) throw new Error(`The log-in was answered with ${login.status}.`);
  return login.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
}
