import { setImmediate } from 'node:timers/promises';

/** Runs a search when its turn comes. */
export type SearchTurn = <T>(search: () => T) => Promise<T>;

/**
 * One search in each turn of the event loop. A search keeps it busy for some milliseconds; of many that come together the
 * saves that come with them would have to wait for all.
 */
export function createSearchTurns(): SearchTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (search) => {
    const mine = last.then(async () => {
      await setImmediate();
      return search();
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}
