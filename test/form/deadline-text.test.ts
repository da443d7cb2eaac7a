import { describe, expect, it } from 'vitest';
import { deadlineWords, refusalText } from '#form/deadlines/deadline-text.ts';
import { deadlineState, type Deadlines } from '#form/deadlines/deadlines.ts';

const SPRING = { term: 'SP', label: 'Spring 2027', ends: '2027-01-16T07:00:00.000Z' };
const DEADLINES: Deadlines = {
  question: 'term',
  timeZone: 'America/Denver',
  afterDeadline: 'accept',
  graceMinutes: 15,
  dates: [SPRING],
};

type Said = { readonly term?: string; readonly zone?: string; readonly deadlines?: Deadlines };

function said(now: string, { term = 'SP', zone, deadlines = DEADLINES }: Said = {}): string {
  const date = new Date(now);
  const state = deadlineState(deadlines, term === '' ? {} : { term }, date);
  if (state === undefined) return '';
  const { lead, own, left } = deadlineWords(deadlines, state, { now: date, ...(zone && { zone }) });
  return [lead, own, left].filter((part) => part !== undefined).join(' · ');
}

describe('a deadline is said', () => {
  it.each([
    [
      'with the days that are left',
      '2027-01-13T06:00:00Z',
      'Apply by January 15, 11:59 PM Denver time · 3 days left',
    ],
    ['with one day', '2027-01-15T07:00:00Z', 'Apply by January 15, 11:59 PM Denver time · 1 day left'],
    [
      'on its last day with hours and minutes',
      '2027-01-15T07:00:01Z',
      'Apply by January 15, 11:59 PM Denver time · 23 hours, 59 minutes left',
    ],
    ['at a full hour', '2027-01-16T02:00:00Z', 'Apply by January 15, 11:59 PM Denver time · 5 hours left'],
    [
      'in its last hour',
      '2027-01-16T06:48:00Z',
      'Apply by January 15, 11:59 PM Denver time · 12 minutes left',
    ],
    [
      'in its last minute',
      '2027-01-16T06:59:30Z',
      'Apply by January 15, 11:59 PM Denver time · less than a minute left',
    ],
    [
      'in its grace',
      '2027-01-16T07:03:00Z',
      'The deadline was January 15, 11:59 PM Denver time. You can still submit until 12:14 AM. · 12 minutes left',
    ],
    [
      'when it is past',
      '2027-01-17T12:00:00Z',
      'The deadline was January 15, 11:59 PM Denver time. You can still submit. We will note that it is late.',
    ],
    [
      'far away with its year',
      '2026-01-15T12:00:00Z',
      'Apply by January 15, 2027, 11:59 PM Denver time · 365 days left',
    ],
  ])('%s', (_how, now, words) => {
    expect(said(now).replaceAll(' ', ' ')).toBe(words);
  });

  it('for a term while none is chosen', () => {
    expect(said('2027-01-13T06:00:00Z', { term: '' })).toContain('Apply for Spring 2027 by January 15');
  });

  it('in the reader’s own time where clocks show another', () => {
    const now = '2027-01-13T06:00:00Z';
    expect(said(now, { zone: 'Europe/Berlin' })).toContain(' · January 16, 7:59 AM your time · 3 days left');
    expect(said(now, { zone: 'America/Boise' })).not.toContain('your time');
    const inGrace = said('2027-01-16T07:03:00Z', { zone: 'Europe/Berlin' });
    expect(inGrace).toMatch(/ until 12:14\sAM\. · 8:14\sAM your time · 12 minutes left$/);
  });

  it('in the words of the partner once it is past', () => {
    const deadlines = { ...DEADLINES, afterDeadline: 'refuse', sentence: 'Come next year.' } as const;
    expect(said('2027-01-17T12:00:00Z', { deadlines })).toMatch(/Denver time\. Come next year\.$/);
    expect(refusalText(deadlines, SPRING, new Date())).toBe('Come next year.');
    expect(refusalText({ ...deadlines, sentence: undefined }, SPRING, new Date('2027-01-17'))).toMatch(
      /^The deadline was January 15, .+Nothing that you filled in is lost\.$/,
    );
  });
});
