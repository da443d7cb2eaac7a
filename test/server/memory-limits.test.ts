import { beforeEach, describe, expect, test } from 'vitest';
import { createMemoryLimits, type MemoryLimits } from '#server/limits/memory-limits.ts';

const SECOND = 1000;
const RATE = { burst: 3, everyMs: 10 * SECOND };

describe('the limits in memory', () => {
  let now: number;
  let limits: MemoryLimits;
  beforeEach(() => {
    now = 1_000_000;
    limits = createMemoryLimits(() => new Date(now));
  });

  const takeTimes = (times: number, key = 'one'): readonly number[] =>
    Array.from({ length: times }, () => limits.consume(key, RATE));

  test('allow a burst, then one per interval, per key', () => {
    expect(takeTimes(4)).toEqual([0, 0, 0, 10 * SECOND]);
    expect(takeTimes(1, 'other')).toEqual([0]);
    now += 9 * SECOND;
    expect(takeTimes(1)).toEqual([SECOND]);
    now += SECOND;
    expect(takeTimes(2)).toEqual([0, 10 * SECOND]);
  });

  test('wait at most for a burst if the clock is set back', () => {
    takeTimes(3);
    now -= 3600 * SECOND;
    expect(takeTimes(1)).toEqual([10 * SECOND]);
  });

  test('forget the oldest keys if there are too many', () => {
    takeTimes(3, 'first');
    for (let other = 0; other < 20_000; other += 1) limits.consume(`other-${other}`, RATE);
    expect(takeTimes(1, 'first')).toEqual([0]);
  });

  test('refund one', () => {
    takeTimes(3);
    limits.refund('one', RATE);
    expect(takeTimes(2)).toEqual([0, 10 * SECOND]);
  });
});
