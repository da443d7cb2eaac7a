import { describe, expect, it } from 'vitest';
import type { Answers, Condition, Question } from '#form/definition/definition.ts';
import { toFacts } from '#form/answers/facts.ts';
import { isShown } from '#form/answers/visible-questions.ts';
import { errorsOnBlur, remainingErrors } from '#form/validation/errors-on-blur.ts';
import { validateAnswers, type ValidationErrors } from '#form/validation/validate-answers.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { form, page, question, stateOf } from './build-definition.ts';

const answered = (valueKey: string): Condition => ({ valueKey, operator: 'answered' });
const open = (valueKey: string): Condition => ({ valueKey, operator: 'notAnswered' });
const isYes = (valueKey: string): Condition => ({ valueKey, operator: 'equals', target: 'Y' });
const date: Partial<Question> = { constraints: { format: 'date' } };
const TEXTS = 'A cell phone number is needed for texts.';

/** In order: a phone for texts, texts, a second phone, dates, a sibling, a month with its year. */
const definition = form([
  page([
    question('zip', { required: true, constraints: { pattern: '^[0-9]{5}$' } }),
    question('nickname'),
    question('cell', { label: 'Cell Phone', requiredWhen: isYes('texts'), messages: { required: TEXTS } }),
    question('texts'),
    question('home', { label: 'Home', requiredWhen: { all: [open('cell'), open('abroad')] } }),
    question('abroad', { visibleWhen: isYes('nickname') }),
    question('from', date),
    question('until', {
      label: 'Until',
      fullLabel: 'Use Until',
      ...date,
      relations: [
        {
          operator: 'gte',
          keys: ['until'],
          targetKey: 'from',
          targetKeys: ['from'],
          message: 'This must not be earlier.',
        },
      ],
    }),
    question('sibling'),
    question('sibling_age', { requiredWhen: answered('sibling') }),
    question('month', { parts: ['year'] }),
    question('year', { partOf: 'month', requiredWhen: answered('month') }),
  ]),
]);
const validators = compileValidators(definition);

function shownFor(given: Answers, blurred: readonly string[]): ValidationErrors {
  const answers: Answers = { zip: '80202', cell: '1', ...given };
  const state = stateOf(answers);
  const facts = toFacts(definition, state);
  const errors = validateAnswers({ definition, state, validators, now: new Date('2026-11-21') });
  return errorsOnBlur(definition, errors, {
    touched: blurred,
    answers,
    isVisible: (each) => isShown(each, facts),
  });
}

describe('the errors of a blurred question', () => {
  it.each([
    ['empty before blur', { zip: '8' }, [], {}],
    ['its own errors', { zip: '8' }, ['zip'], { zip: ['zip: pattern'] }],
    ['without those of other questions', { zip: '8' }, ['nickname'], {}],
    ['a missing answer after emptying', { zip: '' }, ['zip'], { zip: ['zip: required'] }],
  ])('are %s', (_what, answers: Answers, blurred, expected) => {
    expect(shownFor(answers, blurred)).toEqual(expected);
  });
});

describe('an error about several answers', () => {
  const late = { from: '2026-03-01', until: '2026-02-01' };
  const named = ['Use Until: This must not be earlier.'];
  it.each([
    [
      'at the second question, which has the rule',
      late,
      ['from', 'until'],
      { until: ['This must not be earlier.'] },
    ],
    ['at the second question, named after the first', late, ['until', 'from'], { from: named }],
    ['at the second question, if the first was answered before', late, ['from'], { from: named }],
    ['next to the message for an earlier answer', { cell: '', texts: 'Y' }, ['texts'], { texts: [TEXTS] }],
    ['at its own question, once attempted', { cell: '', texts: 'Y' }, ['texts', 'cell'], { cell: [TEXTS] }],
    ['not before the later question is reached', { cell: '' }, ['cell'], {}],
    ['at the later question, past the earlier', { cell: '' }, ['home'], { home: ['home: required'] }],
    ['not for a newly visible question', { sibling: 'Ada' }, ['sibling'], {}],
    [
      'once emptied',
      { sibling: 'Ada' },
      ['sibling', 'sibling_age'],
      { sibling_age: ['sibling_age: required'] },
    ],
    ['for a month without its year', { month: '5' }, ['month'], { month: ['year: required'] }],
  ])('appears %s', (_when, answers: Answers, blurred, expected) => {
    expect(shownFor(answers, blurred)).toEqual(expected);
  });
});

describe('a displayed error', () => {
  it('stays only while valid, and nothing is added to it', () => {
    expect(remainingErrors({ a: ['1', '2'], b: ['3'] }, { a: ['2', '4'], c: ['5'] })).toEqual({ a: ['2'] });
  });
});
