import { describe, expect, it } from 'vitest';
import type { Answers, Condition, FormState, PageDefinition, Question } from '#form/definition/definition.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { addAnother, form, nodes, page, question, stateOf } from './build-definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';

const NOW = new Date('2026-11-21T01:00:00Z');
const OPTIONS = {
  yn: [
    { value: 'Y', label: 'Yes' },
    { value: 'N', label: 'No' },
  ],
  years: { years: { count: 5, direction: 'past' as const } },
};

const isYes = (key: string): Condition => ({ valueKey: key, operator: 'equals', target: 'Y' });

function errorsOf(
  questions: readonly Question[],
  answers: Answers | FormState,
  part: Partial<PageDefinition> = {},
) {
  const definition = form([page(questions, part)], { options: OPTIONS });
  const state: FormState = isState(answers) ? answers : stateOf(answers);
  return validateAnswers({ definition, state, validators: compileValidators(definition), now: NOW });
}

function isState(value: Answers | FormState): value is FormState {
  return typeof value['answers'] === 'object';
}

const UNNAMED = "This answer isn't offered. Please choose again.";

describe('validating one question', () => {
  const cases: readonly (readonly [
    string,
    Partial<Question>,
    Answers[string] | undefined,
    readonly string[],
  ])[] = [
    ['a missing required answer', { required: true }, undefined, ['q: required']],
    ['an emptied required answer', { required: true }, '', ['q: required']],
    ['a blank required answer', { required: true }, ' \t\n\u00a0', ['q: required']],
    ['a blank optional answer', { constraints: { minLength: 9, pattern: 'x' } }, '   ', []],
    ['a required empty list', { required: true, type: 'array' }, [], ['q: required']],
    ['a required false', { required: true, type: 'boolean' }, false, []],
    ['a missing optional answer', { constraints: { minLength: 3 } }, undefined, []],
    ['three astral characters as three', { constraints: { maxLength: 3 } }, '😀😀😀', []],
    [
      'two violated keywords',
      { constraints: { pattern: '^[0-9]+$', maxLength: 1 } },
      'ab',
      ['q: pattern', 'q: maxLength'],
    ],
    ['a day that does not exist', { constraints: { format: 'date' } }, '2023-02-29', ['q: format']],
    ['a leap day', { constraints: { format: 'date' } }, '2024-02-29', []],
    ['an email address', { constraints: { format: 'email' } }, "o'neil+x@mail.example.org", []],
    ['format and pattern', { constraints: { format: 'email', pattern: 'org$' } }, 'a@b.com', ['q: pattern']],
    ['an unknown option', { options: 'yn' }, 'M', [UNNAMED]],
    ['an unknown item of a list', { options: 'yn', type: 'array' }, ['Y', 'M', 'O'], [UNNAMED]],
    ['a year that is not offered', { options: 'years' }, '1999', [UNNAMED]],
    ['a two-digit year', { options: 'years' }, '99', [UNNAMED]],
    ['a required unchecked box', { type: 'boolean', constraints: { const: true } }, false, ['q: const']],
  ];

  it.each(cases)('%s', (_, part, answer, messages) => {
    const errors = errorsOf([question('q', part)], answer === undefined ? {} : { q: answer });
    expect(errors).toEqual(messages.length === 0 ? {} : { q: messages });
  });

  it('lists a message once, even if several keywords share it', () => {
    const messages = { pattern: 'Wrong.', maxLength: 'Wrong.', minLength: 'Wrong.' };
    const q = question('q', { messages, constraints: { pattern: '^[0-9]+$', maxLength: 2 } });
    expect(errorsOf([q], { q: 'abc' })).toEqual({ q: ['Wrong.'] });
  });

  it('uses the full label if the definition has no message', () => {
    expect(errorsOf([question('q', { messages: {}, required: true })], {})).toEqual({ q: ['The q'] });
  });

  it('applies a rule always, or only while its condition is true', () => {
    const always = { schema: { minLength: 2 }, message: 'Two at least.' };
    const sometimes = { when: isYes('p'), schema: { minLength: 5 }, message: 'Five at least.' };
    const both = [question('p'), question('q', { rules: [always, sometimes] })];
    expect(errorsOf(both, { q: 'a' })).toEqual({ q: ['Two at least.'] });
    expect(errorsOf(both, { q: 'abc', p: 'Y' })).toEqual({ q: ['Five at least.'] });
    expect(errorsOf(both, { q: 'a', p: 'Y' })).toEqual({ q: ['Two at least.', 'Five at least.'] });
    expect(errorsOf(both, { p: 'Y' })).toEqual({});
  });
});

describe('a hidden question', () => {
  const hidden = question('q', { visibleWhen: isYes('p'), required: true, constraints: { maxLength: 1 } });

  it('is never required and never invalid', () => {
    expect(errorsOf([question('p'), hidden], {})).toEqual({});
    expect(errorsOf([question('p'), hidden], { q: 'too long' })).toEqual({});
    expect(errorsOf([question('p'), hidden], { p: 'Y' })).toEqual({ q: ['q: required'] });
    expect(errorsOf([question('p'), hidden], { p: 'Y', q: 'too long' })).toEqual({ q: ['q: maxLength'] });
  });

  it('can be in a hidden instance, even if a condition outside would require it', () => {
    const questions = [question('p'), question('x'), question('x_2', { requiredWhen: isYes('p') })];
    const part = { layout: [...nodes('p'), addAnother('more', ['x'], ['x_2'])] };
    expect(errorsOf(questions, { p: 'Y' }, part)).toEqual({});
    expect(errorsOf(questions, stateOf({ p: 'Y' }, { counts: { more: 2 } }), part)).toEqual({
      x_2: ['x_2: required'],
    });
  });
});

describe('a question with parts', () => {
  const month = question('month', { required: true, parts: ['year'], options: 'yn' });
  const year = question('year', { required: true, partOf: 'month', constraints: { pattern: '^\\d{4}$' } });

  it('is invalid if a part is, and the part is listed too', () => {
    expect(errorsOf([month, year], { month: 'Y' })).toEqual({
      month: ['year: required'],
      year: ['year: required'],
    });
    expect(errorsOf([month, year], { month: 'Y', year: '2020' })).toEqual({});
  });

  it('merges the messages of both without duplicates', () => {
    expect(errorsOf([month, year], { month: 'M', year: '20' })).toEqual({
      month: [UNNAMED, 'year: pattern'],
      year: ['year: pattern'],
    });
    const same = { required: 'Date is required' };
    const pair = [
      { ...month, messages: same },
      { ...year, messages: same },
    ];
    expect(errorsOf(pair, {})).toEqual({ month: ['Date is required'], year: ['Date is required'] });
  });
});

describe('validating a form of several pages', () => {
  const one = page([question('p', { required: true })], { id: 'one' });
  const two = page([question('q', { visibleWhen: isYes('p'), required: true })], { id: 'two' });
  const definition = form([one, two], { options: OPTIONS });
  const validators = compileValidators(definition);
  const run = (answers: Answers, only?: PageDefinition) =>
    validateAnswers({ definition, page: only, state: stateOf(answers), validators, now: NOW });

  it('checks every page in order', () => {
    expect(Object.keys(run({}))).toEqual(['p']);
    expect(run({ p: 'Y' })).toEqual({ q: ['q: required'] });
    expect(run({ p: 'N' })).toEqual({});
  });

  it('can check one page with conditions on another', () => {
    expect(run({ p: 'Y' }, one)).toEqual({});
    expect(run({ p: 'Y' }, two)).toEqual({ q: ['q: required'] });
    expect(run({}, two)).toEqual({});
  });

  it('can check a page without a form, such as a log-in card', () => {
    expect(validateAnswers({ page: one, state: stateOf({}), validators, now: NOW })).toEqual({
      p: ['p: required'],
    });
  });

  it('throws if the validator of a page is missing', () => {
    expect(() =>
      validateAnswers({ definition, state: stateOf({}), validators: { one: () => true }, now: NOW }),
    ).toThrow('The page "two" has no validator among one. Run npm run generate.');
  });

  it('throws if a validator reports an error of no question', () => {
    const foreign = Object.assign(() => false, {
      errors: [{ keyword: 'type', instancePath: '', message: 'must be object' }],
    });
    expect(() =>
      validateAnswers({
        definition,
        state: stateOf({}),
        validators: { one: foreign, two: foreign },
        now: NOW,
      }),
    ).toThrow(/"must be object" for no question/);
  });
});
