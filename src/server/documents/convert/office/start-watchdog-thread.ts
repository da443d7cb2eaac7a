import { workerData } from 'node:worker_threads';

export type WatchedStart = {
  /** First 0, then `BEGUN` with the limit in milliseconds after it, then `STARTED`; shared with the main thread. */
  readonly state: Int32Array;
};

const BEGUN = 1;

// Entry point of the watchdog's thread (embedded-office.ts).
const { state }: WatchedStart = workerData;
Atomics.wait(state, 0, 0);
if (Atomics.wait(state, 0, BEGUN, Atomics.load(state, 1)) === 'timed-out')
  process.kill(process.pid, 'SIGKILL');
