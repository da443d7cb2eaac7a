import type { Refusal } from './refusal.ts';

export type QueueLimits = {
  readonly atOnce: number;
  readonly waiting: number;
  /** The refusal when the queue is full. */
  readonly full: () => Refusal;
};

/** Runs work when its turn comes. @throws Refusal when too much waits already. */
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
      if (queue.length >= waiting) throw full();
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

/** Runs the work of each key in a queue of its own: whoever brings much waits for themselves alone. */
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
