import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '#scripts/dev/free-port.ts';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { copyProject } from './project-copy.ts';
import { end, untilReady } from './test-server.ts';

/** `npm run dev` on an editable copy of the project. */
export type DevServer = {
  /** Folder of the copy. */
  readonly root: string;
  readonly url: string;
  readonly mailDir: string;
  /** Reads a file of the copy by relative path. */
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

/**
 * Starts it and waits until pages can be loaded.
 *
 * @param form folder of the questionnaire; uses the project's engine texts if it has none
 * @param env additional environment variables
 */
export async function startDevServer(
  form: string,
  env: Readonly<Record<string, string>> = {},
): Promise<DevServer> {
  const root = copyProject(form);
  const dataDir = path.join(root, 'var');
  await putEmptyDatabase(dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = start(root, { PORT: String(port), DATA_DIR: dataDir, MAILBOX_PORT: 'off', ...env });
  const printed: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (text: Buffer) => printed.push(text.toString()));
  }
  await untilReady(child, url, () => printed.join(''));
  return {
    root,
    url,
    mailDir: path.join(dataDir, 'mail'),
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    write: (file, text) => writeFileSync(path.join(root, file), text),
    output: () => printed.join(''),
    stop: async () => {
      await end(child, () => child.kill('SIGTERM'));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function start(root: string, env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
