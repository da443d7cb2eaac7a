import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { WatchedStart } from './start-watch-thread.ts';

export type StartWatch = {
  /** From now on it may take `limitMs` until it has started. */
  begin(limitMs: number): void;
  started(): void;
};

const BEGUN = 1;
const STARTED = 2;

/**
 * Makes ready to end this process when something that holds up its main thread takes too long to start. A timer would
 * never go off meanwhile, so a thread of its own watches.
 */
export async function watchStart(): Promise<StartWatch> {
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const watched: WatchedStart = { state };
  const thread = new Worker(new URL('start-watch-thread.ts', import.meta.url), {
    workerData: watched,
    // What this process was started with (a program of its own, for instance) is not for the thread.
    execArgv: [],
  });
  await once(thread, 'online');
  thread.unref();
  const tell = (what: number): void => {
    Atomics.store(state, 0, what);
    Atomics.notify(state, 0);
  };
  return {
    begin(limitMs) {
      Atomics.store(state, 1, Math.ceil(limitMs));
      tell(BEGUN);
    },
    started: () => tell(STARTED),
  };
}
