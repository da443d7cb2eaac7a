import { startTestServer } from '#test/support/test-server.ts';
import { runCommand } from '#test/support/run-command.ts';
import { call as callServer, signUpAndLogIn } from './server-calls.ts';
import type { OutsideDatabase } from './test-storage.ts';

/** The default operator. */
export const OPERATOR = 'Grace Hopper';

export type CommandedServer = Awaited<ReturnType<typeof startCommandedServer>>;

/** A server, its students, and commands in their own processes. */
export async function startCommandedServer(
  open: () => Promise<OutsideDatabase>,
  settings: Record<string, string> = {},
) {
  const place = await open();
  const server = await startTestServer({ env: { ...place.env, LOG_LEVEL: 'warn', ...settings } });

  function run(command: string, args: readonly string[], { input = '', operator = OPERATOR } = {}) {
    const env = { ...place.env, DATA_DIR: server.dataDir, PUBLIC_URL: server.url, OPERATOR: operator };
    return runCommand(command, args, env, { meet: ({ stdin }) => void stdin?.write(input) });
  }

  function call(address: string, body?: object, cookie = ''): Promise<Response> {
    return callServer(server, address, { method: body === undefined ? 'GET' : 'POST', body, cookie });
  }

  const register = (username: string): Promise<string> => signUpAndLogIn(server, username);
  const stop = async (): Promise<void> => {
    await server.stop();
    await place.drop();
  };
  return { ...server, run, call, register, stop };
}
