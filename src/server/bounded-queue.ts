import { Refusal } from './refusal.ts';

export type QueueLimits = {
  readonly atOnce: number;
  readonly waiting: number;
  /** The message of the refusal when the queue is full. */
  readonly full: () => string;
};

/** Runs work when its turn comes. @throws Refusal 503 when too much waits already. */
export type BoundedQueue = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets `atOnce` run and `waiting` more wait. Whatever hashes a password goes through it as a whole, its queries too:
 * two hundred log-ins at once would otherwise delay every save.
 */
export function createBoundedQueue({ atOnce, waiting, full }: QueueLimits): BoundedQueue {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new Refusal(503, full());
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
