import { describe, expect, it } from 'vitest';
import { unofferedYears } from '#form/validation/offered-years.ts';
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
  return unofferedYears({ options }, question('q', { options: list }), {
    answers: { q: answer },
    now: new Date(now),
  });
}

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
    ['letters', '9999', true],
  ])('%s offers %s: %s', (list, answer, isOffered) => {
    expect(messagesOf(list, answer)).toEqual(isOffered ? [] : ['q: enum']);
  });

  it.each([
    ['past', '2024'],
    ['past', '2026'],
    ['ahead', '2027'],
  ])('%s takes on New Year what it offered the day before: %s', (list, answer) => {
    expect(messagesOf(list, answer, '2026-12-31T23:59:59Z')).toEqual([]);
    expect(messagesOf(list, answer, '2027-01-01T00:00:00Z')).toEqual([]);
    expect(messagesOf(list, answer, '2027-12-31T23:59:59Z')).toEqual([]);
  });

  it('takes what it offered a year ago for one year only', () => {
    expect(messagesOf('past', '2024', '2028-01-01T00:00:00Z')).toEqual(['q: enum']);
  });

  it('judges each of several years', () => {
    expect(messagesOf('past', ['2026', '2025'])).toEqual([]);
    expect(messagesOf('past', ['2026', '9999'])).toEqual(['q: enum']);
  });

  it('leaves what is no year to the schema', () => {
    expect(messagesOf('past', 'soon')).toEqual([]);
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

  it('finds a year that is not offered, once, with the sentence for a wrong choice', () => {
    expect(errorsOf({ q: '9999' })).toEqual({ q: ['q: enum'] });
    expect(errorsOf({ q: 'soon' })).toEqual({ q: ['q: enum'] });
    expect(errorsOf({ q: '2025' })).toEqual({});
  });

  it('judges by the list that the controlling answer opens', () => {
    expect(errorsOf({ land: 'A', ruled: '2000' })).toEqual({ ruled: ['ruled: enum'] });
    expect(errorsOf({ land: 'B', ruled: '2000' })).toEqual({});
  });

  it('finds nothing in what is hidden', () => {
    expect(errorsOf({ land: 'A', hidden: '9999' })).toEqual({});
  });
});
