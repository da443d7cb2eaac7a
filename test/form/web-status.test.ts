import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { deriveWebStatus, nextWebStatus, type WebStatus } from '#form/progress/web-status.ts';

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
  it.each<readonly [WebStatus | null, unknown, ReturnType<typeof nextWebStatus>]>([
    [null, 'started', { kind: 'forward', status: 'started' }],
    ['started', 'validating', { kind: 'forward', status: 'validating' }],
    ['validating', 'submitted', { kind: 'forward', status: 'submitted' }],
    ['started', 'started', { kind: 'same', status: 'started' }],
    ['submitted', 'submitted', { kind: 'same', status: 'submitted' }],
    [null, 'validating', { kind: 'refused', code: 'skipped' }],
    [null, 'submitted', { kind: 'refused', code: 'skipped' }],
    ['started', 'submitted', { kind: 'refused', code: 'skipped' }],
    ['validating', 'started', { kind: 'refused', code: 'backwards' }],
    ['submitted', 'started', { kind: 'refused', code: 'backwards' }],
    ['submitted', 'validating', { kind: 'refused', code: 'backwards' }],
    ['started', 'cancelled', { kind: 'refused', code: 'unknown' }],
    ['started', null, { kind: 'refused', code: 'unknown' }],
    ['started', ['validating'], { kind: 'refused', code: 'unknown' }],
  ])('from %j to %j: %j', (current, requested, step) => {
    expect(nextWebStatus(current, requested)).toEqual(step);
  });

  it('never goes back or skips a step, whatever is requested', () => {
    const requests = fc.array(fc.constantFrom('started', 'validating', 'submitted', 'none', ''));
    fc.assert(
      fc.property(requests, (wishes) => {
        const recorded: WebStatus[] = [];
        for (const wish of wishes) {
          const before = deriveWebStatus(entries(...recorded));
          const step = nextWebStatus(before, wish);
          if (step.kind === 'forward') recorded.push(step.status);
          const after = deriveWebStatus(entries(...recorded));
          expect(STEPS.indexOf(after) - STEPS.indexOf(before)).toBe(step.kind === 'forward' ? 1 : 0);
        }
        expect(recorded).toEqual(STEPS.slice(1, recorded.length + 1));
      }),
    );
  });
});
