import { setTimeout as delay } from 'node:timers/promises';
import type { Refusal } from '../http/refusal.ts';

export type QueueLimits = {
  readonly atOnce: number;
  readonly waiting: number;
  /** The refusal when the queue is full, given the expected wait. */
  readonly full: (expectedWaitMs: number) => Refusal;
  /** Longest expected wait with which work is queued. Default: no limit. */
  readonly longestWaitMs?: number;
  /** Pause between two works while others wait, by the last duration and the queue length. Default: none. */
  readonly pause?: (tookMs: number, waiting: number) => Promise<void>;
};

const PAUSE_SHARE = 4;
const LONGEST_PAUSE_MS = 1000;

/** Pauses by the queue and the last duration, for a second at most, so that busy clients leave more to others. */
export function pauseByQueueLength(tookMs: number, waiting: number): Promise<void> {
  return delay(Math.min((tookMs * waiting) / PAUSE_SHARE, LONGEST_PAUSE_MS));
}

/** Weight of the last duration in the moving average from which waits are expected. */
const LAST_SHARE = 0.1;

/** Queues work and runs it. @throws Refusal when the queue is full. */
export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a queue with a concurrency of `atOnce`, in which `waiting` more can wait. */
export function createBoundedQueue(limits: QueueLimits): BoundedQueue {
  const { atOnce, waiting, full, pause, longestWaitMs = Infinity } = limits;
  const queue: (() => void)[] = [];
  let [running, averageMs] = [0, 0];
  return async (work) => {
    if (running >= atOnce) {
      const expectedWaitMs = ((queue.length + 1) * averageMs) / atOnce;
      if (queue.length >= waiting || expectedWaitMs > longestWaitMs) throw full(expectedWaitMs);
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    const started = performance.now();
    try {
      return await work();
    } finally {
      void goOn(performance.now() - started);
    }
  };

  async function goOn(tookMs: number): Promise<void> {
    averageMs += LAST_SHARE * (tookMs - averageMs);
    if (pause && queue.length > 0) await pause(tookMs, queue.length);
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Runs the work of each key in its own queue, so that nobody waits for another's work. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A {@link BoundedQueue} for each key, as long as there is work in it. */
export function createKeyedQueue(limits: QueueLimits): KeyedQueue {
  const queues = new Map<string, { readonly run: BoundedQueue; works: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { run: createBoundedQueue(limits), works: 0 };
    queues.set(key, queue);
    queue.works += 1;
    try {
      return await queue.run(work);
    } finally {
      queue.works -= 1;
      if (queue.works === 0) queues.delete(key);
    }
  };
}
