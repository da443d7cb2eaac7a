import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WatchedStart } from './start-watchdog-thread.ts';

export type StartWatchdog = {
  /** From now on it may take `limitMs` until it has started. */
  begin(limitMs: number): void;
  started(): void;
};

const BEGUN = 1;
const STARTED = 2;

/**
 * A watchdog that kills this process when something takes too long to start. It is a thread of its own: what starts
 * blocks the main thread, so a timer there would never fire.
 */
export async function createStartWatchdog(): Promise<StartWatchdog> {
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const watched: WatchedStart = { state };
  const thread = new Worker(new URL('start-watchdog-thread.ts', import.meta.url), {
    workerData: watched,
    // What this process was started with (a program of its own, for instance) is not for the thread.
    execArgv: [],
  });
  await once(thread, 'online');
  thread.unref();
  const setState = (value: number): void => {
    Atomics.store(state, 0, value);
    Atomics.notify(state, 0);
  };
  return {
    begin(limitMs) {
      Atomics.store(state, 1, Math.ceil(limitMs));
      setState(BEGUN);
    },
    started: () => setState(STARTED),
  };
}
