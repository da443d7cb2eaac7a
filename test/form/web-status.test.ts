import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { deriveWebStatus, webStatusStep, type WebStatus } from '#form/progress/web-status.ts';

const STEPS = [null, 'started', 'validating', 'submitted'] as const;

function entries(...statuses: readonly (string | null)[]) {
  return statuses.map((web_status) => ({ web_status }));
}

describe('the status of recorded entries', () => {
  it.each<readonly [readonly (string | null)[], WebStatus | null]>([
    [[], null],
    [['started'], 'started'],
    [['started', 'started'], 'started'],
    [['started', 'validating'], 'validating'],
    [['started', 'validating', 'submitted'], 'submitted'],
    [['submitted', 'started', 'validating', 'validating'], 'submitted'],
    [[null, 'cancelled', 'toString'], null],
    [['started', 'cancelled'], 'started'],
  ])('%j is %j', (statuses, status) => {
    expect(deriveWebStatus(entries(...statuses))).toBe(status);
  });
});

describe('a step of the status', () => {
  it.each<readonly [WebStatus | null, WebStatus, ReturnType<typeof webStatusStep>]>([
    [null, 'started', 'forward'],
    ['started', 'validating', 'forward'],
    ['validating', 'submitted', 'forward'],
    ['started', 'started', 'same'],
    ['submitted', 'submitted', 'same'],
    [null, 'validating', 'refused'],
    [null, 'submitted', 'refused'],
    ['started', 'submitted', 'refused'],
    ['validating', 'started', 'refused'],
    ['submitted', 'started', 'refused'],
    ['submitted', 'validating', 'refused'],
  ])('from %j to %j: %s', (current, requested, step) => {
    expect(webStatusStep(current, requested)).toBe(step);
  });

  it('never goes back or skips a step, whatever is requested', () => {
    const requests = fc.array(fc.constantFrom<WebStatus>('started', 'validating', 'submitted'));
    fc.assert(
      fc.property(requests, (wishes) => {
        const recorded: WebStatus[] = [];
        for (const wish of wishes) {
          const before = deriveWebStatus(entries(...recorded));
          const step = webStatusStep(before, wish);
          if (step === 'forward') recorded.push(wish);
          const after = deriveWebStatus(entries(...recorded));
          expect(STEPS.indexOf(after) - STEPS.indexOf(before)).toBe(step === 'forward' ? 1 : 0);
        }
        expect(recorded).toEqual(STEPS.slice(1, recorded.length + 1));
      }),
    );
  });
});
