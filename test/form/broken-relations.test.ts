import { describe, expect, it } from 'vitest';
import type { Answers, Condition, FormState, Question, Relation } from '#form/definition/definition.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { form, page, question, stateOf } from './build-definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';

const date: Partial<Question> = { constraints: { format: 'date' } };
const isYes = (valueKey: string): Condition => ({ valueKey, operator: 'equals', target: 'Y' });

function after(key: string, targetKey: string, part: Partial<Relation> = {}): Question {
  const relation: Relation = {
    operator: 'gt',
    keys: [key],
    targetKey,
    targetKeys: [targetKey],
    message: `${key} is not after ${targetKey}`,
    ...part,
  };
  return question(key, { ...date, relations: [relation] });
}

function errorsOf(pages: Parameters<typeof form>[0], state: FormState) {
  const definition = form(pages);
  const validators = compileValidators(definition);
  return validateAnswers({ definition, state, validators, now: new Date('2026-11-21') });
}

const LATE: Answers = { issue: '2026-03-01', expiry: '2026-02-01' };
const WRONG = { expiry: ['expiry is not after issue'] };

describe('a relation', () => {
  it('is reported at its own question', () => {
    const pages = [page([question('issue', date), after('expiry', 'issue')])];
    expect(errorsOf(pages, stateOf(LATE))).toEqual(WRONG);
    expect(errorsOf(pages, stateOf({ ...LATE, expiry: '2026-03-02' }))).toEqual({});
    expect(errorsOf(pages, stateOf({ ...LATE, issue: '' }))).toEqual({});
  });

  it('can refer to a question of another page', () => {
    const pages = [page([after('expiry', 'issue')]), page([question('issue', date)], { id: 'second' })];
    expect(errorsOf(pages, stateOf(LATE))).toEqual(WRONG);
  });

  it('applies only while its condition is true', () => {
    const dependent = after('expiry', 'issue', { when: isYes('ends') });
    const pages = [page([question('issue', date), dependent, question('ends')])];
    expect(errorsOf(pages, stateOf(LATE))).toEqual({});
    expect(errorsOf(pages, stateOf({ ...LATE, ends: 'Y' }))).toEqual(WRONG);
  });

  it('is not checked while either question is hidden, even with an answer', () => {
    const hidden = { visibleWhen: isYes('visa') };
    const other = [question('issue', { ...date, ...hidden }), after('expiry', 'issue'), question('visa')];
    expect(errorsOf([page(other)], stateOf(LATE))).toEqual({});
    expect(errorsOf([page(other)], stateOf({ ...LATE, visa: 'Y' }))).toEqual(WRONG);
    const own = [question('issue', date), { ...after('expiry', 'issue'), ...hidden }, question('visa')];
    expect(errorsOf([page(own)], stateOf(LATE))).toEqual({});
  });

  it('is reported with the month if only its year contradicts', () => {
    const to = { keys: ['to_year', 'to_month'], targetKeys: ['from_year', 'from_month'] };
    const questions = [
      question('from_month', { parts: ['from_year'] }),
      question('from_year', { partOf: 'from_month' }),
      { ...after('to_month', 'from_month', to), constraints: {}, parts: ['to_year'] },
      question('to_year', { partOf: 'to_month' }),
    ];
    const answers = { from_month: '3', from_year: '2020', to_year: '2019' };
    expect(errorsOf([page(questions)], stateOf(answers))).toEqual({
      to_month: ['to_month is not after from_month'],
    });
  });
});
