import type { Refusal } from '../http/refusal.ts';

export type QueueLimits = {
  readonly atOnce: number;
  readonly waiting: number;
  /** Creates the refusal for a full queue, given the expected wait. */
  readonly full: (expectedWaitMs: number) => Refusal;
  /** Maximum expected wait for queueing work. Default: no limit. */
  readonly longestWaitMs?: number;
  /** Time after which waiting work is refused, before a proxy takes the silence for a dead server. Default: none. */
  readonly patienceMs?: number;
};

/** Weight of the last duration in the moving average used for expected waits. One pause must not refuse those behind. */
const LAST_SHARE = 0.02;

/** Queues work and runs it. @throws Refusal when the queue is full. */
export type BoundedQueue = {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Returns the number of waiting works. */
  readonly waiting: () => number;
};

/** Creates a queue with concurrency `atOnce` and capacity `waiting`. */
export function createBoundedQueue(limits: QueueLimits): BoundedQueue {
  const { atOnce, waiting, full, longestWaitMs = Infinity, patienceMs } = limits;
  const queue: { start: () => void }[] = [];
  let running = 0;
  let averageMs: number | undefined;
  const waitInQueue = (): Promise<void> =>
    new Promise((start, refuse) => {
      const waits = { start };
      queue.push(waits);
      if (patienceMs === undefined) return;
      const giveUp = (): void => {
        queue.splice(queue.indexOf(waits), 1);
        refuse(full(patienceMs));
      };
      const timer = setTimeout(giveUp, patienceMs);
      waits.start = () => {
        clearTimeout(timer);
        start();
      };
    });
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      const expectedWaitMs = ((queue.length + 1) * (averageMs ?? 0)) / atOnce;
      if (queue.length >= waiting || expectedWaitMs > longestWaitMs) throw full(expectedWaitMs);
      await waitInQueue();
    } else {
      running += 1;
    }
    const started = performance.now();
    try {
      return await work();
    } finally {
      const tookMs = performance.now() - started;
      averageMs = (averageMs ?? tookMs) + LAST_SHARE * (tookMs - (averageMs ?? tookMs));
      const next = queue.shift();
      if (next) next.start();
      else running -= 1;
    }
  };
  return Object.assign(run, { waiting: () => queue.length });
}

/** Runs the work of each key in its own queue. Keys do not delay each other. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates a {@link BoundedQueue} per key, while it has work. */
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
