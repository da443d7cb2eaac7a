import type { TestApp } from '#test/server/test-app.ts';

/** Counts the statements of a server during work: all, and the most at once. */
export async function statementsDuring<Result>({ storage: { pool } }: TestApp, work: () => Promise<Result>) {
  let [times, atOnce] = [0, 0];
  const countOne = (): void => {
    times += 1;
    atOnce = Math.max(atOnce, pool.totalCount - pool.idleCount + pool.waitingCount);
  };
  pool.on('acquire', countOne);
  const result = await work();
  pool.off('acquire', countOne);
  return { times, atOnce, result };
}
