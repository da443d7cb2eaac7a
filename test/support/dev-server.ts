import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '#scripts/dev/free-port.ts';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { copyProject } from './project-copy.ts';
import { end, untilReady } from './test-server.ts';

/** `npm run dev` on a copy of the project, in which files can be edited. */
export type DevServer = {
  /** Where the copy is. */
  readonly root: string;
  readonly url: string;
  readonly mailDir: string;
  /** A file of the copy, by its path below the project. */
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  /** What it has printed. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

/**
 * Starts it and waits until pages can be loaded.
 *
 * @param form folder of the questionnaire; what the engine says in it is the project's, where it says nothing
 * @param env further environment
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
