import { setTimeout as delay } from 'node:timers/promises';
import type { Refusal } from '../http/refusal.ts';

export type QueueLimits = {
  readonly atOnce: number;
  readonly waiting: number;
  /** The refusal when the queue is full. */
  readonly full: () => Refusal;
  /**
   * Waited for between two works while others wait. Default: not at all.
   *
   * @param tookMs how long the work before took
   * @param waiting how many wait
   */
  readonly rest?: (tookMs: number, waiting: number) => Promise<void>;
};

const RESTED_FOR = 4;
const LONGEST_REST_MS = 1000;

/**
 * Leaves the server to others in between, the more so the more one brings and the busier the server is: as long as the
 * work before took for every four that wait, and a second at most. A page that opens hardly notices it.
 */
export function restByWaiting(tookMs: number, waiting: number): Promise<void> {
  return delay(Math.min((tookMs * waiting) / RESTED_FOR, LONGEST_REST_MS));
}

/** How many times as long as a work took. */
const RESTED_TIMES = 3;

/** Leaves three quarters of the time to others, however many wait: work takes the longer, the busier the server is. */
export function restByTime(tookMs: number): Promise<void> {
  return delay(Math.min(RESTED_TIMES * tookMs, LONGEST_REST_MS));
}

/** Runs work when its turn comes. @throws Refusal when too much waits already. */
export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets `atOnce` run and `waiting` more wait. Whatever hashes a password goes through it as a whole, its queries too:
 * two hundred log-ins at once would otherwise delay every save.
 */
export function createBoundedQueue({ atOnce, waiting, full, rest }: QueueLimits): BoundedQueue {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw full();
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
    if (rest && queue.length > 0) await rest(tookMs, queue.length);
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Runs the work of each key in a queue of its own: anyone who brings much waits for themselves alone. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A {@link BoundedQueue} for each key, as long as there is work in it. */
export function createKeyedQueue(limits: QueueLimits): KeyedQueue {
  const queues = new Map<string, { readonly inTurn: BoundedQueue; works: number }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { inTurn: createBoundedQueue(limits), works: 0 };
    queues.set(key, queue);
    queue.works += 1;
    try {
      return await queue.inTurn(work);
    } finally {
      queue.works -= 1;
      if (queue.works === 0) queues.delete(key);
    }
  };
}
