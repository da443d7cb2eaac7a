import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { deadlinesOf, deadlineState, type Deadlines, timingOf } from '#form/deadlines/deadlines.ts';

const SPRING = { term: 'SP', label: 'Spring', ends: '2026-12-02T07:00:00.000Z' };
const FALL = { term: 'FA', label: 'Fall', ends: '2027-01-16T07:00:00.000Z' };
const DEADLINES: Deadlines = {
  question: 'term',
  timeZone: 'America/Denver',
  afterDeadline: 'refuse',
  graceMinutes: 10,
  dates: [SPRING, FALL],
};

const at = (iso: string): Date => new Date(iso);

describe('the applicable deadline', () => {
  it.each([
    ['of the chosen term', 'FA', '2026-11-22T12:00:00Z', 'FA open'],
    ['until its last moment', 'SP', '2026-12-02T06:59:59.999Z', 'SP open'],
    ['in its grace period', 'SP', '2026-12-02T07:00:00Z', 'SP grace'],
    ['until the last moment of grace', 'SP', '2026-12-02T07:09:59.999Z', 'SP grace'],
    ['when past', 'SP', '2026-12-02T07:10:00Z', 'SP past'],
    ['while none is chosen, the next', undefined, '2026-11-22T12:00:00Z', 'SP open'],
    ['while the answer is empty, the next', '', '2026-11-22T12:00:00Z', 'SP open'],
    ['while none is chosen, the next that is open', undefined, '2026-12-02T07:00:00Z', 'FA open'],
    ['none, while none is chosen and all are past', undefined, '2027-01-16T07:00:00Z', undefined],
    ['none, for a term without one', 'SU', '2026-11-22T12:00:00Z', undefined],
  ])('is %s (%s at %s)', (_what, term, now, expected) => {
    const state = deadlineState(DEADLINES, term === undefined ? {} : { term }, at(now));
    expect(state && `${state.deadline.term} ${state.phase}`).toBe(expected);
    expect(state?.isChosen).toBe(expected && Boolean(term));
  });

  it('is undefined for a partner without deadlines', () => {
    expect(deadlinesOf({})).toBeUndefined();
    expect(deadlinesOf({ deadlines: DEADLINES })).toBe(DEADLINES);
  });
});

describe('a submission', () => {
  it.each([
    ['on time', '2026-12-02T06:00:00Z', null, false],
    ['in the grace period', '2026-12-02T07:09:59Z', null, false],
    ['after it', '2026-12-02T07:10:00Z', null, true],
    ['begun on time and retried', '2026-12-02T07:50:00Z', '2026-12-02T06:59:00Z', false],
    ['begun in the grace period and retried', '2026-12-02T08:09:00Z', '2026-12-02T07:09:59Z', false],
    ['begun on time, retried after an hour', '2026-12-02T07:59:00Z', '2026-12-02T06:59:00Z', true],
    ['begun after the grace period', '2026-12-02T07:20:00Z', '2026-12-02T07:10:00Z', true],
    ['begun before the clock was set back', '2026-12-02T06:00:00Z', '2026-12-02T07:00:00Z', false],
  ])('%s is evaluated', (_what, now, begun, isLate) => {
    const begunAt = begun === null ? null : at(begun);
    const timing = timingOf(DEADLINES, { term: 'SP' }, { now: at(now), begunAt });
    expect(timing).toEqual({ deadline: SPRING, isLate });
  });

  it('has no deadline if its term has none, or none is chosen', () => {
    const now = at('2028-01-01T00:00:00Z');
    expect(timingOf(DEADLINES, { term: 'SU' }, { now, begunAt: null })).toBeUndefined();
    expect(timingOf(DEADLINES, {}, { now, begunAt: null })).toBeUndefined();
  });
});

const moment = fc.date({ min: at('2026-10-01'), max: at('2027-03-01'), noInvalidDate: true });
const twoMoments = fc
  .tuple(moment, moment)
  .map(([one, other]): readonly [Date, Date] => (one <= other ? [one, other] : [other, one]));
const answers = fc.constantFrom({ term: 'SP' }, { term: 'FA' });
const begun = fc.option(moment);
const PHASES = ['open', 'grace', 'past'];

/** 1 for late, 0 for on time. */
function lateness(chosen: Answers, now: Date, begunAt: Date | null, graceMinutes = 10): number {
  return Number(timingOf({ ...DEADLINES, graceMinutes }, chosen, { now, begunAt })?.isLate);
}

/** Increases over phases, and with less time left. */
function progress(chosen: Answers, now: Date): number {
  const { phase = '', leftMs = 0 } = deadlineState(DEADLINES, chosen, now) ?? {};
  return PHASES.indexOf(phase) * 1e12 - leftMs;
}

describe('as time goes on', () => {
  it('deadlines never reopen, and the remaining time decreases', () => {
    fc.assert(
      fc.property(answers, twoMoments, (chosen, [earlier, later]) => {
        expect(progress(chosen, later)).toBeGreaterThanOrEqual(progress(chosen, earlier));
      }),
    );
  });

  it('a late submission never becomes timely', () => {
    fc.assert(
      fc.property(answers, twoMoments, begun, (chosen, [earlier, later], begunAt) => {
        expect(lateness(chosen, later, begunAt)).toBeGreaterThanOrEqual(lateness(chosen, earlier, begunAt));
      }),
    );
  });

  it('an earlier start or more grace never hurts', () => {
    fc.assert(
      fc.property(answers, twoMoments, fc.nat(600), (chosen, [begunAt, now], grace) => {
        const late = lateness(chosen, now, null);
        expect(lateness(chosen, now, begunAt)).toBeLessThanOrEqual(late);
        expect(lateness(chosen, now, null, 10 + grace)).toBeLessThanOrEqual(late);
      }),
    );
  });
});
