import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../run-tool.ts';

/** Longer than the server takes by itself; a change of its code may have broken its stop. */
const STOP_LIMIT_MS = 25_000;

/** The server as a process that can be restarted in place. */
export type DevApi = {
  /** Ends it when it runs, and starts it. Resolves once the new one was started, not when it is ready. */
  restart(): Promise<void>;
  /** Resolves when it takes requests, after a restart that is under way: true; or when it has ended by itself: false. */
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Prepares the server with this environment, which listens on `url` once it is started. */
export function createDevApi(env: Readonly<Record<string, string>>, url: string): DevApi {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let readiness: Promise<boolean> = Promise.resolve(false);

  const stop = async (): Promise<void> => {
    if (!child || hasEnded(child)) return;
    const stopping = child;
    const ended = once(stopping, 'exit');
    stopping.kill('SIGTERM');
    const limit = setTimeout(() => stopping.kill('SIGKILL'), STOP_LIMIT_MS);
    await ended;
    clearTimeout(limit);
  };
  const start = (): ChildProcess => {
    child = spawn(process.execPath, ['src/server/start/main.ts'], {
      cwd: projectRoot,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    return child;
  };
  return {
    stop,
    restart: async () => {
      // One after the other: two at a time would start two.
      const restarted = last.then(stop).then(start);
      last = restarted.catch(() => undefined);
      // From now on calls wait for the new one: the old one takes none any more.
      readiness = restarted.then((started) => untilReady(started, url));
      await restarted;
    },
    isReady: () => readiness,
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function untilReady(child: ChildProcess, url: string): Promise<boolean> {
  while (!hasEnded(child)) {
    try {
      const ready = await fetch(`${url}/readyz`);
      // While the directories of schools are read, all but look-ups is answered.
      if (ready.ok || (await ready.text()).includes('"starting"')) return true;
    } catch {
      // Not listening yet.
    }
    await delay(50);
  }
  return false;
}
