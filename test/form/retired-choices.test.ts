import { describe, expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { retiredSentences } from '#form/answers/retired-choices.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { form, page, question, stateOf } from './build-definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';

const options = {
  past: { years: { count: 3, direction: 'past' as const } },
  ahead: { years: { count: 3, direction: 'future' as const, offset: 1 } },
  fixed: { years: { count: 2, direction: 'past' as const, start: 2000 } },
  letters: [{ value: 'a', label: 'A' }],
};

function messagesOf(list: string, answer: string | readonly string[], now = '2026-11-21T12:00:00Z') {
  return retiredSentences({ options }, question('q', { options: list }), {
    answers: { q: answer },
    now: new Date(now),
  });
}

const UNNAMED = "This answer isn't offered. Please choose again.";

function sentencesOf(part: Parameters<typeof question>[1], answers: Answers) {
  return retiredSentences({ options }, question('q', part), {
    answers,
    now: new Date('2026-11-21T12:00:00Z'),
  });
}

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
  ])('%s offers %s: %s', (list, answer, isOffered) => {
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

  it('evaluates each of several years', () => {
    expect(messagesOf('past', ['2026', '2025'])).toEqual([]);
    expect(messagesOf('past', ['2026', '9999'])).toEqual([UNNAMED]);
  });

  it('does not offer non-years', () => {
    expect(messagesOf('past', 'soon')).toEqual([UNNAMED]);
  });
});

describe('validating a form', () => {
  const definition = form(
    [
      page([
        question('q', { options: 'past' }),
        question('land'),
        question('ruled', { dependsOn: { valueKey: 'land', lists: { A: 'past', B: 'fixed' } } }),
        question('hidden', {
          options: 'past',
          visibleWhen: { valueKey: 'land', operator: 'equals', target: 'B' },
        }),
      ]),
    ],
    { options },
  );
  const errorsOf = (answers: Parameters<typeof stateOf>[0]) =>
    validateAnswers({
      definition,
      state: stateOf(answers),
      validators: compileValidators(definition),
      now: new Date('2026-11-21T12:00:00Z'),
    });

  it('reports a year that is not offered, once', () => {
    expect(errorsOf({ q: '9999' })).toEqual({ q: [UNNAMED] });
    expect(errorsOf({ q: 'soon' })).toEqual({ q: [UNNAMED] });
    expect(errorsOf({ q: '2025' })).toEqual({});
  });

  it('uses the list opened by the controlling answer', () => {
    expect(errorsOf({ land: 'A', ruled: '2000' })).toEqual({ ruled: [UNNAMED] });
    expect(errorsOf({ land: 'B', ruled: '2000' })).toEqual({});
  });

  it('reports nothing for hidden questions', () => {
    expect(errorsOf({ land: 'A', hidden: '9999' })).toEqual({});
  });
});
