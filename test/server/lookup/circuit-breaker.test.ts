import { beforeEach, describe, expect, test } from 'vitest';
import { createCircuitBreaker } from '#server/lookup/address/address-source.ts';

describe('calls of an unreliable service', () => {
  let now: number;
  let faults: unknown[];
  let calls: number;
  const down = async (): Promise<readonly string[]> => {
    calls += 1;
    throw new Error('down');
  };
  const up = async (): Promise<readonly string[]> => {
    calls += 1;
    return ['found'];
  };
  const start = () =>
    createCircuitBreaker({
      clock: () => new Date(now),
      onError: (_task, error) => faults.push(error),
    });
  beforeEach(() => {
    now = 0;
    calls = 0;
    faults = [];
  });

  test('return nothing on failure, and are reported', async () => {
    expect(await start()(down)).toEqual([]);
    expect(faults).toHaveLength(1);
  });

  test('time out', async () => {
    const list = start()(
      (signal) => new Promise<never>((_resolve, reject) => signal.addEventListener('abort', reject)),
    );
    expect(await list).toEqual([]);
  });

  test('pause for half a minute after three failures, then one retries', async () => {
    const call = start();
    for (let key = 0; key < 10; key += 1) await call(down);
    expect([calls, faults.length]).toEqual([3, 3]);
    now = 29_999;
    expect(await call(up)).toEqual([]);
    now = 30_000;
    expect(await Promise.all([call(up), call(up)])).toEqual([['found'], []]);
    expect(await call(up)).toEqual(['found']);
  });

  test('pause again if the retry fails', async () => {
    const call = start();
    for (let key = 0; key < 3; key += 1) await call(down);
    now = 30_000;
    await call(down);
    await call(down);
    expect(calls).toBe(4);
  });

  test('forget a failure after a success', async () => {
    const call = start();
    for (const work of [down, down, up, down, down, up]) await call(work);
    expect(calls).toBe(6);
  });
});
