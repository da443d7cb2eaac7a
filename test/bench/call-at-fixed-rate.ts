import { setTimeout as delay } from 'node:timers/promises';

/**
 * Calls at a fixed rate, without waiting for earlier calls (open workload).
 *
 * @returns latencies in milliseconds
 */
export async function callAtFixedRate(
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
