import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#scripts/dev/free-port.ts';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { NODE_FLAGS } from '#scripts/node-flags.ts';

const root = path.resolve(import.meta.dirname, '../..');
const START_LIMIT = 180_000;

/** The server as in production, without a build; used by benchmarks. */
export const USUAL_SERVER = ['src/server/start/main.ts'];

/** A real server in its own process, with its own port and data. */
export type TestServer = {
  readonly url: string;
  readonly dataDir: string;
  /** Folder of its emails, as `.eml` files. */
  readonly mailDir: string;
  readonly pid: number;
  /** Milliseconds from the command until ready. */
  readonly startTime: number;
  output(): string;
  /** Exit code; null while running or after a signal. */
  exitCode(): number | null;
  /** Stops it gracefully and waits; given data folders are kept. */
  stop(): Promise<void>;
  /** `kill -9`, and waits; data folders are kept. */
  kill(): Promise<void>;
};

export type TestServerOptions = {
  /** Kept after the stop. Default: a new temporary folder with an empty database, removed by `stop`. */
  readonly dataDir?: string;
  readonly port?: number;
  /** Folder of the project to serve. Default: this one. */
  readonly project?: string;
  /** Additional environment variables, such as `DATABASE_URL`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Command to run. Default: the server on its own, without a build, with {@link NODE_FLAGS}. */
  readonly command?: readonly string[];
  /** For commands that run the server as a grandchild, like npm: signals go to the group, as from a terminal. */
  readonly isGroup?: boolean;
};

/**
 * Starts the server and waits until `/readyz` reports ready.
 *
 * @throws Error with its output if it ends or is not ready within three minutes
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? (await newDataDir(options.env));
  const url = `http://localhost:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, options.command ?? [...NODE_FLAGS, ...USUAL_SERVER], {
    cwd: options.project ?? root,
    env: { ...process.env, PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.isGroup ?? false,
  });
  const send = (signal: NodeJS.Signals): void => {
    if (options.isGroup && child.pid) process.kill(-child.pid, signal);
    else child.kill(signal);
  };
  const printed: string[] = [];
  child.stdout.on('data', (text: Buffer) => printed.push(text.toString()));
  child.stderr.on('data', (text: Buffer) => printed.push(text.toString()));

  await untilReady(child, url, () => printed.join(''));
  const startTime = performance.now() - started;
  return {
    url,
    dataDir,
    mailDir: path.join(dataDir, 'mail'),
    pid: child.pid ?? 0,
    startTime,
    output: () => printed.join(''),
    exitCode: () => child.exitCode,
    stop: async () => {
      await end(child, () => send('SIGTERM'));
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
    kill: () => end(child, () => send('SIGKILL')),
  };
}

/** Copies an empty database into place, since creating one takes most of a first start. */
async function newDataDir(env: TestServerOptions['env'] = {}): Promise<string> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-'));
  if (!env['DATABASE_URL']) await putEmptyDatabase(dataDir);
  return dataDir;
}

/**
 * Waits until the server accepts requests, possibly before school directories are loaded. @throws Error with its
 * output
 */
export async function untilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const limit = performance.now() + START_LIMIT;
  while (!(await answersReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The server ended before it was ready:\n${output()}`);
    }
    if (performance.now() > limit) {
      await end(child, () => child.kill('SIGKILL'));
      throw new Error(`The server is not ready after ${START_LIMIT} ms:\n${output()}`);
    }
    await delay(20);
  }
}

async function answersReady(url: string): Promise<boolean> {
  try {
    const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    return ready.ok || (await ready.text()).includes('"starting"');
  } catch {
    // Not listening yet.
    return false;
  }
}

/** Ends a process and waits. */
export async function end(child: ChildProcess, send: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  // `close` instead of `exit`: a grandchild that is still stopping keeps the output open.
  const ended = once(child, 'close');
  send();
  await ended;
}
