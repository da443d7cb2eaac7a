import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { endDaemon } from '../ci/daemon.ts';
import { projectRoot } from '../run-tool.ts';

/** The API server as a restartable process. */
export type DevApi = {
  /** Stops the server if it runs, and starts it. Resolves once started, before it is ready. */
  restart(): Promise<void>;
  /** Resolves with true when ready, after any restart; with false if the server has exited. */
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
};

/** Prepares the server with an environment; it listens on `url` once started. */
export function createDevApi(env: Readonly<Record<string, string>>, url: string): DevApi {
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let readiness: Promise<boolean> = Promise.resolve(false);

  const stop = async (): Promise<void> => {
    if (child) await endDaemon(child, 'SIGTERM');
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
      // Sequential: concurrent restarts would start two servers.
      const restarted = last.then(stop).then(start);
      last = restarted.catch(() => undefined);
      // From here calls wait for the new server, since the old one accepts none.
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
      // While school directories load, everything but lookups works.
      if (ready.ok || (await ready.text()).includes('"starting"')) return true;
    } catch {
      // Not listening yet.
    }
    await delay(50);
  }
  return false;
}
