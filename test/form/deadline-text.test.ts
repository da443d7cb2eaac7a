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

type TranslatedText = { readonly term?: string; readonly zone?: string; readonly deadlines?: Deadlines };

function deadlineText(
  now: string,
  { term = 'SP', zone, deadlines = DEADLINES }: TranslatedText = {},
): string {
  const date = new Date(now);
  const state = deadlineState(deadlines, term === '' ? {} : { term }, date);
  if (state === undefined) return '';
  const { lead, own, left, short } = deadlineWords(deadlines, state, { now: date, ...(zone && { zone }) });
  return [lead, own, left, short].filter((part) => part !== undefined).join(' · ');
}

const REFUSES: Deadlines = { ...DEADLINES, afterDeadline: 'refuse' };

describe('the text of a deadline', () => {
  it.each([
    ['with the remaining days', '2027-01-13T06:00:00Z', '3 days left · Due in 3 days'],
    ['with one day', '2027-01-15T07:00:00Z', '1 day left · Due in 1 day'],
    [
      'with hours and minutes on the last day',
      '2027-01-15T07:00:01Z',
      '23 hours, 59 minutes left · Due in 23 hr, 59 min',
    ],
    ['at a full hour', '2027-01-16T02:00:00Z', '5 hours left · Due in 5 hr'],
    [
      'with seconds in the last two minutes',
      '2027-01-16T06:58:29.100Z',
      '1 minute, 31 seconds left · Due in 1 min, 31 sec',
    ],
    ['in the last second', '2027-01-16T06:59:59.999Z', '1 second left · Due in 1 sec'],
  ])('%s', (_how, now, left) => {
    const by = 'Apply by January 15, 11:59 PM Denver time';
    expect(deadlineText(now).replaceAll(' ', ' ')).toBe(`${by} · ${left}`);
  });

  it.each([
    [
      'in the grace period',
      '2027-01-16T07:03:00Z',
      'The deadline was January 15, 11:59 PM Denver time. Applications still count as on time until 12:14 AM. · 12 minutes left · 12 min left',
    ],
    [
      'when past',
      '2027-01-17T12:00:00Z',
      "The deadline was January 15, 11:59 PM Denver time. You can still submit. We'll mark your application as late. · Deadline passed",
    ],
    [
      'with the year if far away',
      '2026-01-15T12:00:00Z',
      'Apply by January 15, 2027, 11:59 PM Denver time · 365 days left · Due in 365 days',
    ],
  ])('%s', (_how, now, words) => {
    expect(deadlineText(now).replaceAll(' ', ' ')).toBe(words);
  });

  it('names the term while none is chosen', () => {
    expect(deadlineText('2027-01-13T06:00:00Z', { term: '' })).toContain(
      'Apply for Spring 2027 by January 15',
    );
    expect(deadlineText('2027-01-16T06:40:00Z', { term: '' })).toContain('Spring 2027: 20 min');
  });

  it('mentions submission only if late ones are refused', () => {
    const inGrace = deadlineText('2027-01-16T07:03:00Z', { deadlines: REFUSES });
    expect(inGrace).toMatch(/^The deadline was .+ You can still submit until 12:14\sAM\./);
  });

  it.each([
    ['accept', '2027-01-15T06:59:59Z', undefined],
    ['accept', '2027-01-15T07:00:01Z', 'We accept late applications and mark them as late.'],
    ['refuse', '2027-01-16T07:03:00Z', "We don't accept late applications for this term."],
  ] as const)('describes what happens next in its last 24 hours (%s at %s)', (afterDeadline, time, after) => {
    const [deadlines, now] = [{ ...DEADLINES, afterDeadline }, new Date(time)];
    const state = deadlineState(deadlines, { term: 'SP' }, now);
    expect(state && deadlineWords(deadlines, state, { now }).after).toBe(after);
  });

  it('includes the reader’s local time if different', () => {
    const now = '2027-01-13T06:00:00Z';
    expect(deadlineText(now, { zone: 'Europe/Berlin' })).toContain(
      ' · (January 16, 7:59 AM your time) · 3 days left · Due in 3 days',
    );
    expect(deadlineText(now, { zone: 'America/Boise' })).not.toContain('your time');
    const inGrace = deadlineText('2027-01-16T07:03:00Z', { zone: 'Europe/Berlin' });
    expect(inGrace).toMatch(/ until 12:14\sAM\. · \(8:14\sAM your time\) · 12 minutes left · 12 min left$/);
  });

  it('is the partner’s own once past', () => {
    const deadlines = { ...REFUSES, sentence: 'Come next year.' };
    expect(deadlineText('2027-01-17T12:00:00Z', { deadlines })).toMatch(/Denver time\. Come next year\. · /);
    expect(refusalText(deadlines, SPRING, new Date())).toBe('Come next year.');
    expect(refusalText({ ...deadlines, sentence: undefined }, SPRING, new Date('2027-01-17'))).toMatch(
      /^The deadline was January 15, .+Nothing you filled in is lost\.$/,
    );
  });
});
