import { describe, expect, test } from 'vitest';
import type { Measured } from './measures.ts';
import { longestPause, wentOnAfter } from './went-on.ts';

const save = (begun: number, ended: number, status: Measured['status'] = 200): Measured => ({
  kind: 'save',
  phase: 'a fault',
  begun,
  ended,
  status,
});

describe('the time until saves went on after a fault at 1000', () => {
  test.each([
    ['the next one, where none failed', [save(900, 950), save(1010, 1060)], 60],
    [
      'the first after the last that failed',
      [save(1010, 1500, 503), save(1400, 1490), save(1600, 1700)],
      700,
    ],
    ['a hanging one counts as failed when it ends', [save(1100, 9100, 'no answer'), save(2000, 9200)], 8200],
    ['one that was on its way is no sign', [save(990, 1005), save(1800, 1900)], 900],
    ['what comes after the next fault does not count', [save(1010, 1060), save(5100, 5900, 503)], 60],
    ['nor what is broken off by it', [save(1010, 1060), save(4900, 5100, 503)], 60],
    ['never, where none is acknowledged', [save(1010, 1060, 503)], Infinity],
    ['a refusal is an answer', [save(1010, 1060, 409), save(1100, 1150)], 60],
  ] as const)('%s', (_name, calls, expected) => {
    expect(wentOnAfter(calls, 1000, 5000)).toBe(expected);
  });
});

describe('the longest pause of saves between 1000 and 5000', () => {
  test.each([
    ['is between two that were acknowledged', [save(1000, 1500), save(1600, 4000), save(4000, 4900)], 2500],
    ['is not ended by one that failed', [save(1000, 1500), save(1600, 2000, 503), save(1600, 4600)], 3100],
    ['lasts to the end', [save(1000, 1100)], 3900],
    ['is all of the time without a save', [], 4000],
  ] as const)('%s', (_name, calls, expected) => {
    expect(longestPause(calls, 1000, 5000)).toBe(expected);
  });
});
