import { TooBusy } from '../http/refusal.ts';
import { createBoundedQueue } from './bounded-queue.ts';

export type PageLoads = ReturnType<typeof createPageLoads>;

const PAGE_LOADS = {
  waiting: Infinity,
  longestWaitMs: 10_000,
  full: (expectedWaitMs: number) => new TooBusy('page loads', expectedWaitMs),
};

/**
 * Creates the queues of page loads, so that saves are fast. Each begins in a turn of the event loop of its own, since
 * libuv accepts one connection per turn, which can bring a save. Six of twenty database connections are for them.
 * @param isEmbedded whether the database is embedded: its statements take turns already
 */
export function createPageLoads(isEmbedded: boolean) {
  const turns = createBoundedQueue({ atOnce: 1, ...PAGE_LOADS });
  const reads = createBoundedQueue({ atOnce: 6, ...PAGE_LOADS });
  const ownTurn = async (): Promise<void> =>
    isEmbedded ? undefined : turns(() => new Promise((resolve) => void setImmediate(resolve)));
  return {
    /** Waits for a turn, and for none if the expected wait is too long: a page is never refused. */
    pageTurn: () =>
      ownTurn().catch((error: unknown) => {
        if (!(error instanceof TooBusy)) throw error;
      }),
    /** Reads an application in a turn. @throws Refusal if the expected wait is too long */
    read: <T>(work: () => Promise<T>): Promise<T> => ownTurn().then(() => reads(work)),
    waiting: () => turns.waiting() + reads.waiting(),
  };
}
