import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { isBroken, isMet } from '#form/conditions/compare-answers.ts';
import type { AnswerComparison, AnswerValue, DateOffset, Facts } from '#form/definition/definition.ts';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { TODAY } from '#form/conditions/date-offset.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { form, minorQuestions, page, question, stateOf } from './build-definition.ts';

type Operator = AnswerComparison['operator'];

const NEGATED: Readonly<Record<Operator, Operator>> = {
  equals: 'notEquals',
  notEquals: 'equals',
  lt: 'gte',
  gte: 'lt',
  gt: 'lte',
  lte: 'gt',
};
const OPERATORS = Object.values(NEGATED);

type Given = readonly (AnswerValue | undefined)[];

/** Compares the answers to one or several keys, most significant first. */
function broken(own: Given, operator: Operator, other: Given): boolean {
  const [keys, targetKeys] = [
    own.map((_, index) => `own_${index}`),
    other.map((_, index) => `other_${index}`),
  ];
  const given = [
    ...keys.map((key, index) => [key, own[index]] as const),
    ...targetKeys.map((key, index) => [key, other[index]] as const),
  ];
  const facts: Facts = Object.fromEntries(
    given.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  return isBroken({ operator, keys, targetKey: targetKeys[0] ?? '', targetKeys }, facts);
}

describe('comparing two answers', () => {
  it.each<readonly [Given, Operator, Given, boolean]>([
    [['2026-03-02'], 'gt', ['2026-03-01'], false],
    [['2026-03-01'], 'gt', ['2026-03-01'], true],
    [['2026-03-01'], 'gte', ['2026-03-01'], false],
    [['2026-02-28'], 'gte', ['2026-03-01'], true],
    [['2026-03-01'], 'lt', ['2026-03-01'], true],
    [['2026-03-01'], 'lte', ['2026-03-01'], false],
    [['2026-03-02'], 'lte', ['2026-03-01'], true],
    [['0999-12-31'], 'lt', ['1000-01-01'], false],
    [['9'], 'lt', ['10'], false],
    [['2.50'], 'gte', ['2.5'], false],
    [[-2], 'lt', [-1.5], false],
    [[1e21], 'lte', [1], true],
    [['a@b.org'], 'equals', ['a@b.org'], false],
    [['a@b.org'], 'equals', ['A@b.org'], true],
    [['07'], 'notEquals', ['7'], false],
    [['7'], 'notEquals', ['7'], true],
    [[false], 'equals', [true], true],
  ])('%j %s %j is violated: %s', (own, operator, other, isWrong) => {
    expect(broken(own, operator, other)).toBe(isWrong);
  });

  it.each<readonly [Given, Operator, Given, boolean]>([
    [['2020', '2'], 'gte', ['2020', '3'], true],
    [['2020', '3'], 'gte', ['2020', '3'], false],
    [['2020', '10'], 'gte', ['2020', '9'], false],
    [['2021', '1'], 'gte', ['2020', '3'], false],
    [['2019', undefined], 'gte', ['2020', '3'], true],
    [['2020', undefined], 'gt', ['2020', '3'], false],
    [[undefined, '2'], 'gte', ['2020', '3'], false],
    [['2020', undefined], 'gt', ['2020', undefined], false],
    [['2019', undefined], 'equals', ['2020', '3'], true],
    [['2020', undefined], 'equals', ['2020', '3'], false],
    [['2020', undefined], 'notEquals', ['2020', '3'], false],
    [['2020', '2'], 'equals', ['2020', '3'], true],
    [['2020', '2'], 'gte', ['2020-03-15'], true],
    [['2020', '3'], 'gt', ['2020-03-15'], false],
    [['2019-12-31'], 'gte', ['2020'], true],
    [['2020-12-31'], 'gt', ['2020'], false],
  ])('with a month and its year %j %s %j is violated: %s', (own, operator, other, isWrong) => {
    expect(broken(own, operator, other)).toBe(isWrong);
  });

  it.each<readonly [string, AnswerValue | undefined]>([
    ['a missing answer', undefined],
    ['an emptied answer', ''],
    ['a blank answer', ' \t'],
    ['an answer that is neither date nor number', 'soon'],
    ['a list', ['2020-01-01']],
  ])('%s has no order', (_case, answer) => {
    for (const operator of ['lt', 'lte', 'gt', 'gte'] as const) {
      expect(broken([answer], operator, ['2020-01-01'])).toBe(false);
      expect(broken(['2020-01-01'], operator, [answer])).toBe(false);
    }
  });
});

const month = fc.integer({ min: 1, max: 12 }).map(String);
const year = fc.integer({ min: 1999, max: 2003 }).map(String);
const day = fc
  .date({ min: new Date('1999-01-01'), max: new Date('2003-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
/** Two complete answers of the same kind. */
const complete = fc
  .constantFrom<fc.Arbitrary<Given>>(
    fc.tuple(year, month),
    fc.tuple(day),
    fc.tuple(year),
    fc.tuple(fc.integer({ min: -3, max: 3 })),
    fc.tuple(fc.constantFrom('1', '2', '2.5', '10')),
  )
  .chain((kind) => fc.tuple(kind, kind));
const operator = fc.constantFrom(...OPERATORS);

describe('on random answers', () => {
  it('a comparison and its negation are never both violated', () => {
    fc.assert(
      fc.property(complete, operator, ([own, other], op) => {
        expect(broken(own, op, other)).toBe(!broken(own, NEGATED[op], other));
      }),
    );
  });

  it('a violation remains, whatever the missing parts', () => {
    const known = fc.record({ years: year, months: fc.option(month, { nil: undefined }), later: month });
    fc.assert(
      fc.property(known, known, operator, (own, other, op) => {
        const isNow = broken([own.years, own.months], op, [other.years, other.months]);
        const isLater = broken([own.years, own.months ?? own.later], op, [
          other.years,
          other.months ?? other.later,
        ]);
        expect(isNow && !isLater).toBe(false);
      }),
    );
  });
});

const plus = (count: number, unit: 'years' | 'months' | 'days') => ({ [unit]: count });

describe('a comparison with another answer and an offset', () => {
  it.each<readonly [own: string, operator: Operator, other: string, offset: DateOffset, isTrue: boolean]>([
    ['2024-07-01', 'gte', '2024-01-01', plus(6, 'months'), true],
    ['2024-06-30', 'gte', '2024-01-01', plus(6, 'months'), false],
    ['2025-02-28', 'lte', '2024-02-29', plus(1, 'years'), true],
    ['2025-03-01', 'lte', '2024-02-29', plus(1, 'years'), false],
    ['2024-02-29', 'gt', '2024-01-31', plus(1, 'months'), false],
    ['2024-03-01', 'gt', '2024-01-31', plus(1, 'months'), true],
    ['2023-12-31', 'lt', '2024-01-31', plus(-30, 'days'), true],
    ['2023-12-31', 'lt', '2024-01-30', { months: -1, days: 1 }, false],
    ['2027', 'gt', '2024-06-30', plus(2, 'years'), true],
    ['2026', 'gt', '2024-06-30', plus(2, 'years'), false],
    ['2026', 'gte', '2024-06-30', plus(2, 'years'), true],
  ])('%s %s %s and %j', (...[own, order, other, offset, isTrue]) => {
    const comparison = { operator: order, keys: ['own'], targetKey: 'other', targetKeys: ['other'], offset };
    const facts = { own, other };

    expect(isMet(comparison, facts)).toBe(isTrue);
    expect(isBroken(comparison, facts)).toBe(own.length === other.length && !isTrue);
    for (const missing of [{ own }, { other }]) {
      expect(isMet(comparison, missing)).toBe(false);
      expect(isBroken(comparison, missing)).toBe(false);
    }
  });

  it('of today counts from the day of the submission, too, in the schema as well', () => {
    const late = { valueKey: TODAY, operator: 'gte', target: '2027-01-15' } as const;
    const part = page([question('late', { visibleWhen: late, required: true })]);
    const definition = form([part]);
    const validators = compileValidators(definition);
    const errorsOn = (date: string) =>
      validateAnswers({ definition, state: stateOf({}), validators, now: new Date(`${date}T12:00:00Z`) });

    expect(Object.keys(errorsOn('2027-01-14'))).toEqual([]);
    expect(Object.keys(errorsOn('2027-01-15'))).toEqual(['late']);
    expect(visibleQuestions(part, stateOf({}, { today: '2027-01-15' }))).toHaveLength(1);
    expect(visibleQuestions(part, stateOf({}, { today: '2027-01-14' }))).toHaveLength(0);
  });

  it('counts from today, or from the day of the submission', () => {
    const part = page(minorQuestions);
    const isShown = (born: string, today?: string): boolean =>
      visibleQuestions(part, stateOf({ born }, today === undefined ? {} : { today })).length === 2;

    expect(isShown('2008-11-25', '2026-11-24')).toBe(true);
    expect(isShown('2008-11-24', '2026-11-24')).toBe(false);
    expect(isShown('1950-01-01')).toBe(false);
    expect(isShown(new Date().toISOString().slice(0, 10))).toBe(true);
  });
});
