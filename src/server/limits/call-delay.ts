const EVERY_MS = 250;
/** Longer than any brief stall. */
const LONG_MS = 1000;

/**
 * Measures the delay of calls by making one four times a second.
 *
 * It waits for the event loop, a connection and the database, none of which alone shows the load. Uses the smaller of
 * two measurements, to ignore a single stall; a running one counts with its time so far.
 */
export function measureCallDelay(ask: () => Promise<unknown>) {
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
    /** Returns the current delay of a call in milliseconds. */
    read: (): number => {
      const now = waited();
      return now >= LONG_MS ? now : Math.min(last, Math.max(before, now));
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
