import { setTimeout as delay } from 'node:timers/promises';

/**
 * Begins a call every so often, whether or not those before have ended, as people do who know nothing of each other.
 *
 * @returns what each call took, in milliseconds
 */
export async function steadily(
  perSecond: number,
  seconds: number,
  call: (count: number) => Promise<void>,
): Promise<readonly number[]> {
  const started = performance.now();
  const calls: Promise<number>[] = [];
  for (let count = 0; count < perSecond * seconds; count += 1) {
    await delay(Math.max(0, started + (count * 1000) / perSecond - performance.now()));
    calls.push(timed(() => call(count)));
  }
  return Promise.all(calls);
}

async function timed(call: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}
