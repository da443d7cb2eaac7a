import { describe, expect, it } from 'vitest';
import type { CalendarBound, Question } from '#form/definition/definition.ts';
import { brokenBounds } from '#form/validation/calendar-bounds.ts';
import { question } from './build-definition.ts';

function bound(years: number, unit: CalendarBound['unit'] = 'day'): CalendarBound {
  return { years, unit, message: `bound ${years} {year}` };
}

function broken(
  bounds: Pick<Question, 'earliest' | 'latest'>,
  answer: string,
  now: string,
): readonly string[] {
  return brokenBounds(question('q', bounds), answer, new Date(now));
}

describe('a bound in days', () => {
  const birth = { earliest: bound(-100), latest: bound(-13) };
  const NOW = '2026-11-21T12:00:00Z';

  it.each([
    ['1926-11-20', ['bound -100 1926']],
    ['1926-11-21', []],
    ['2000-01-01', []],
    ['2013-11-21', []],
    ['2013-11-22', ['bound -13 2013']],
    ['2026-11-21', ['bound -13 2013']],
    ['0002-01-01', ['bound -100 1926']],
  ])('of 13 to 100 years evaluates %s', (answer, messages) => {
    expect(broken(birth, answer, NOW)).toEqual(messages);
  });

  it('counts from the UTC day, until its end', () => {
    expect(broken(birth, '2013-11-21', '2026-11-20T23:59:59.999Z')).toEqual(['bound -13 2013']);
    expect(broken(birth, '2013-11-21', '2026-11-21T00:00:00.000Z')).toEqual([]);
  });

  it('counts February 29 as the 28th in other years', () => {
    const now = '2028-02-29T12:00:00Z';
    expect(broken(birth, '2015-02-28', now)).toEqual([]);
    expect(broken(birth, '2015-03-01', now)).toEqual(['bound -13 2015']);
    expect(broken(birth, '1928-02-29', now)).toEqual([]);
    expect(broken(birth, '1928-02-28', now)).toEqual(['bound -100 1928']);
  });

  it('makes a student born on February 29 a year older on March 1', () => {
    expect(broken(birth, '2012-02-29', '2025-02-28T12:00:00Z')).toEqual(['bound -13 2012']);
    expect(broken(birth, '2012-02-29', '2025-03-01T12:00:00Z')).toEqual([]);
  });

  it('compares years if the answer is a year', () => {
    expect(broken(birth, '2013', NOW)).toEqual([]);
    expect(broken(birth, '2014', NOW)).toEqual(['bound -13 2013']);
    expect(broken(birth, '1926', NOW)).toEqual([]);
    expect(broken(birth, '1925', NOW)).toEqual(['bound -100 1926']);
  });
});

describe('a bound in years', () => {
  const mailing = { earliest: bound(-6, 'year'), latest: bound(1, 'year') };

  it.each([
    ['2019-12-31', ['bound -6 2020']],
    ['2020-01-01', []],
    ['2027-12-31', []],
    ['2028-01-01', ['bound 1 2027']],
    ['2028', ['bound 1 2027']],
    ['2027', []],
  ])('evaluates %s', (answer, messages) => {
    expect(broken(mailing, answer, '2026-11-21T12:00:00Z')).toEqual(messages);
  });
});

describe('a text that is not a date violates no bound', () => {
  it.each(['', 'soon', '2030-02-30', '20300', '2030-1-1'])('%j', (answer) => {
    expect(broken({ latest: bound(0) }, answer, '2026-11-21T12:00:00Z')).toEqual([]);
  });

  it('nor does a non-text answer', () => {
    expect(brokenBounds(question('q', { latest: bound(0) }), 2030, new Date('2026-11-21T12:00:00Z'))).toEqual(
      [],
    );
  });
});
