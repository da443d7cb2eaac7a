import { describe, expect, it } from 'vitest';
import { compileTinyWith } from './tiny-form.ts';

/** The tiny form with deadlines for these terms. */
function deadlinesWith(dates: readonly object[], settings: object = {}): unknown {
  return compileTinyWith({
    'partners/default.json#/time_zone': 'America/Denver',
    'partners/default.json#/deadlines': { question: 'home', dates, afterDeadline: 'accept', ...settings },
  }).settings;
}

describe('compiled deadlines', () => {
  it('are instants with term labels, and include the last minute', () => {
    const dates = [
      { term: 'flat', until: '2027-01-15T23:59' },
      { term: 'tower', until: '2027-07-15T12:00', decision: '2027-09-01' },
    ];
    expect(deadlinesWith(dates, { afterDeadline: 'refuse', sentence: 'Too late.' })).toMatchObject({
      deadlines: {
        question: 'home',
        timeZone: 'America/Denver',
        afterDeadline: 'refuse',
        sentence: 'Too late.',
        graceMinutes: 0,
        dates: [
          { term: 'flat', label: 'Flat', ends: '2027-01-16T07:00:00.000Z' },
          { term: 'tower', label: 'Tower', ends: '2027-07-15T18:01:00.000Z', decision: '2027-09-01' },
        ],
      },
    });
  });

  it('use the later instant of a repeated hour', () => {
    const dates = [{ term: 'flat', until: '2026-11-01T01:30' }];
    expect(deadlinesWith(dates, { grace_minutes: 15 })).toMatchObject({
      deadlines: { graceMinutes: 15, dates: [{ ends: '2026-11-01T08:31:00.000Z' }] },
    });
  });
});
