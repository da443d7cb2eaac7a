import { describe, expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { retiredSentences } from '#form/answers/retired-choices.ts';
import { question } from './build-definition.ts';

const options = {
  past: { years: { count: 3, direction: 'past' as const } },
  ahead: { years: { count: 3, direction: 'future' as const, offset: 1 } },
  fixed: { years: { count: 2, direction: 'past' as const, start: 2000 } },
  letters: [{ value: 'a', label: 'A' }],
};

const UNNAMED = "This answer isn't offered. Please choose again.";

function sentencesOf(part: Parameters<typeof question>[1], answers: Answers, now = '2026-11-21T12:00:00Z') {
  return retiredSentences({ options }, question('q', part), { answers, now: new Date(now) });
}

const messagesOf = (list: string, q: string | readonly string[], now?: string) =>
  sentencesOf({ options: list }, { q }, now);

describe('a choice that is no longer offered', () => {
  it('is named by its stored label', () => {
    const part = { options: 'letters', companion: true };
    expect(sentencesOf(part, { q: 'b', q_desc: 'The B' })).toEqual([
      '“The B” is no longer offered. Please choose again.',
    ]);
    expect(sentencesOf(part, { q: 'a', q_desc: 'The B' })).toEqual([]);
    expect(sentencesOf(part, { q: '', q_desc: 'The B' })).toEqual([]);
  });

  it('is never named by its code', () => {
    expect(sentencesOf({ options: 'letters', companion: true }, { q: 'b' })).toEqual([UNNAMED]);
    expect(sentencesOf({ options: 'letters', type: 'array' }, { q: ['a', 'b', 'c'] })).toEqual([UNNAMED]);
  });

  it('is neither free text nor an answer without an open list', () => {
    const dependsOn = { valueKey: 'land', lists: { A: 'letters' }, otherwise: 'text' } as const;
    expect(sentencesOf({ dependsOn }, { q: 'b', land: 'A' })).toEqual([UNNAMED]);
    expect(sentencesOf({ dependsOn }, { q: 'b', land: 'B' })).toEqual([]);
    expect(sentencesOf({ dependsOn }, { q: 'b' })).toEqual([]);
  });
});

describe('a list of years', () => {
  it.each([
    ['past', '2026', true],
    ['past', '2024', true],
    ['past', '2027', false],
    ['past', '9999', false],
    ['past', '0001', false],
    ['ahead', '2027', true],
    ['ahead', '2029', true],
    ['ahead', '2030', false],
    ['fixed', '2000', true],
    ['fixed', '1999', true],
    ['fixed', '2001', false],
    ['fixed', '1998', false],
    ['past', 'soon', false],
    ['past', ['2026', '2025'], true],
    ['past', ['2026', '9999'], false],
  ])('%s offers %j: %s', (list, answer, isOffered) => {
    expect(messagesOf(list, answer)).toEqual(isOffered ? [] : [UNNAMED]);
  });

  it.each([
    ['past', '2024'],
    ['past', '2026'],
    ['ahead', '2027'],
  ])('%s accepts on New Year what it offered the day before: %s', (list, answer) => {
    expect(messagesOf(list, answer, '2026-12-31T23:59:59Z')).toEqual([]);
    expect(messagesOf(list, answer, '2027-01-01T00:00:00Z')).toEqual([]);
    expect(messagesOf(list, answer, '2027-12-31T23:59:59Z')).toEqual([]);
  });

  it("accepts last year's years for one year only", () => {
    expect(messagesOf('past', '2024', '2028-01-01T00:00:00Z')).toEqual([UNNAMED]);
  });
});
