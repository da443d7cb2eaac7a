import { createBoundedQueue, createKeyedQueue, type KeyedQueue } from '../limits/bounded-queue.ts';
import { TooManyRequests } from '../http/refusal.ts';
import { say } from '#texts/say.ts';
import { lookupTexts } from '#generated/texts.ts';

/** One thread does one search after the other, of some milliseconds each. */
const AGAIN_MS = 1000;
const full = (): TooManyRequests =>
  new TooManyRequests(AGAIN_MS, (wait) => say(lookupTexts.manySearches, { wait }));

/** Of one client: two, so that the thread need not wait for the next; others wait for no more than these. */
const OF_CLIENT = { atOnce: 2, waiting: 100, full };
/** Of all: some tenths of a second at most. */
const OF_ALL = { atOnce: 10, waiting: 100, full };

/** Runs the searches of each client in its turn. @throws TooManyRequests when too many wait already */
export function createSearchTurns(): KeyedQueue {
  const ofClient = createKeyedQueue(OF_CLIENT);
  const ofAll = createBoundedQueue(OF_ALL);
  return (client, work) => ofClient(client, () => ofAll(work));
}
