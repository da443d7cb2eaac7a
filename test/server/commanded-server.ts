import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { PASSWORD } from '#test/api/student-client.ts';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import { NODE_FLAGS } from '#scripts/node-flags.ts';
import { startTestServer } from '#test/support/test-server.ts';
import type { OutsideDatabase } from './test-storage.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The default operator. */
export const OPERATOR = 'Grace Hopper';

type Ran = { readonly code: number; readonly out: string; readonly err: string };

export type CommandedServer = Awaited<ReturnType<typeof startCommandedServer>>;

/** A server, its students, and commands in their own processes. */
export async function startCommandedServer(
  open: () => Promise<OutsideDatabase>,
  settings: Record<string, string> = {},
) {
  const place = await open();
  const server = await startTestServer({ env: { ...place.env, LOG_LEVEL: 'warn', ...settings } });

  async function run(
    command: string,
    args: readonly string[],
    { input = '', operator = OPERATOR } = {},
  ): Promise<Ran> {
    const env = { ...place.env, DATA_DIR: server.dataDir, PUBLIC_URL: server.url, OPERATOR: operator };
    const child = spawn(process.execPath, [...NODE_FLAGS, 'scripts/matricula.ts', command, ...args], {
      cwd: root,
      env: { ...process.env, ...env },
    });
    child.stdin.end(input);
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (child.exitCode === null) await once(child, 'exit');
    return { code: child.exitCode ?? -1, out, err };
  }

  function call(address: string, body?: object, cookie = ''): Promise<Response> {
    return fetch(`${server.url}${address}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', origin: server.url, cookie },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function register(username: string): Promise<string> {
    await call('/public/signup', { username, password: PASSWORD });
    const code = await waitForMail(server.mailDir, username, readCode);
    await call('/public/confirm', { username, code, password: PASSWORD });
    const { headers } = await call('/public/login', { username, password: PASSWORD });
    return headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  const stop = async (): Promise<void> => {
    await server.stop();
    await place.drop();
  };
  return { ...server, run, call, register, stop };
}
