/** How long a call waits. */
export type CallDelay = {
  /** At present, in milliseconds. */
  readonly read: () => number;
  readonly stop: () => Promise<void>;
};

const EVERY_MS = 250;
/** So long nothing stalls that is over soon. */
const LONG_MS = 1000;

/**
 * Measures how long calls wait by making one, four times a second: it waits where they wait, for the event loop, for a
 * connection, for the database. The event loop alone says little of a PostgreSQL that is busy, a look at the connections
 * little of the embedded database, which holds up the loop.
 *
 * Two measurements in a row count, by the smaller one: a single stall is over when it is known. The one that goes on
 * counts by what it has taken so far, by itself once that is long.
 *
 * @param ask the smallest call; how it ends does not matter
 */
export function measureCallDelay(ask: () => Promise<unknown>): CallDelay {
  let dueAt = performance.now() + EVERY_MS;
  let [before, last] = [0, 0];
  let isStopped = false;
  let timer = wait();

  async function run(): Promise<void> {
    await ask().catch(() => undefined);
    [before, last] = [last, waited()];
    dueAt = performance.now() + EVERY_MS;
    if (!isStopped) timer = wait();
  }

  function wait(): NodeJS.Timeout {
    return setTimeout(() => void run(), EVERY_MS).unref();
  }

  function waited(): number {
    return Math.max(0, performance.now() - dueAt);
  }

  return {
    read() {
      const now = waited();
      return now >= LONG_MS ? now : Math.min(last, Math.max(before, now));
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
