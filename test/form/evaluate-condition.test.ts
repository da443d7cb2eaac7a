import { describe, expect, it } from 'vitest';
import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import { ConditionError } from '#form/conditions/compare-values.ts';
import type { AnswerValue, Condition, Facts, Operator } from '#form/definition/definition.ts';

type Row = readonly [
  operator: Operator,
  target: AnswerValue | undefined,
  answer: AnswerValue | undefined,
  holds: boolean,
];

const EQUALITY: readonly Row[] = [
  ['equals', 'Y', 'Y', true],
  ['equals', 'Y', 'y', false],
  ['equals', 'Y', 'YY', false],
  ['equals', '1', 1, false],
  ['equals', 1, 1, true],
  ['equals', 0, 0, true],
  ['equals', true, true, true],
  ['equals', true, false, false],
  ['equals', false, false, true],
  ['equals', 'a', ['a', 'b'], true],
  ['equals', 'c', ['a', 'b'], false],
  ['equals', 'Y', undefined, false],
  ['equals', false, undefined, false],
  ['equals', 'Y', '', false],
  ['equals', 'a', [], false],
  ['notEquals', 'Y', 'Y', false],
  ['notEquals', 'Y', 'N', true],
  ['notEquals', true, false, true],
  ['notEquals', 2, 2, false],
  ['notEquals', 'a', ['a', 'b'], false],
  ['notEquals', 'c', ['a', 'b'], true],
  ['notEquals', 'Y', undefined, true],
  ['notEquals', 'Y', '', true],
  ['notEquals', 'a', [], true],
];

const LISTS: readonly Row[] = [
  ['in', ['N', 'R'], 'N', true],
  ['in', ['N', 'R'], 'C', false],
  ['in', ['N', 'R'], ['C', 'R'], true],
  ['in', ['N', 'R'], ['C'], false],
  ['in', ['N', 'R'], undefined, false],
  ['in', ['N', 'R'], '', false],
  ['in', ['N', 'R'], [], false],
  ['notIn', ['N', 'R'], 'N', false],
  ['notIn', ['N', 'R'], 'C', true],
  ['notIn', ['N', 'R'], ['C', 'R'], false],
  ['notIn', ['N', 'R'], undefined, true],
  ['notIn', ['N', 'R'], '', true],
];

const PRESENCE: readonly Row[] = [
  ['answered', undefined, 'x', true],
  ['answered', undefined, false, true],
  ['answered', undefined, 0, true],
  ['answered', undefined, ['x'], true],
  ['answered', undefined, undefined, false],
  ['answered', undefined, '', false],
  ['answered', undefined, [], false],
  ['notAnswered', undefined, 'x', false],
  ['notAnswered', undefined, false, false],
  ['notAnswered', undefined, undefined, true],
  ['notAnswered', undefined, '', true],
  ['notAnswered', undefined, [], true],
];

const ORDER: readonly Row[] = [
  ['lt', 5, 4, true],
  ['lt', 5, 5, false],
  ['lt', 5, -1, true],
  ['lte', 5, 5, true],
  ['lte', 5, 5.5, false],
  ['gt', 5, 6, true],
  ['gt', 5, 5, false],
  ['gte', 5, 5, true],
  ['gte', -5, -6, false],
  ['lt', '10', '9', true],
  ['lt', 10, '9', true],
  ['gt', '9', '10', true],
  ['gte', '2.5', '2.50', true],
  ['lte', '2.5', '2.51', false],
  ['lt', '2020-03-01', '2020-02-29', true],
  ['lt', '2020-03-01', '2020-03-01', false],
  ['lte', '2020-03-01', '2020-03-01', true],
  ['gt', '2020-03-01', '2020-03-02', true],
  ['gte', '2020-03-01', '2019-12-31', false],
  ['lt', 5, undefined, false],
  ['lte', 5, '', false],
  ['gt', '2020-03-01', undefined, false],
  ['gte', '2020-03-01', '', false],
  ['lt', 5, 'abc', false],
  ['gte', 5, 'abc', false],
  ['lt', '2020-03-01', 'soon', false],
  ['gte', '2020-03-01', 'soon', false],
];

function factsOf(answer: AnswerValue | undefined): Facts {
  return answer === undefined ? {} : { q: answer };
}

describe('a condition', () => {
  it.each([...EQUALITY, ...LISTS, ...PRESENCE, ...ORDER])(
    '%s %j of %j is %s',
    (operator, target, answer, holds) => {
      const condition = { valueKey: 'q', operator, ...(target !== undefined && { target }) };
      expect(evaluateCondition(condition, factsOf(answer))).toBe(holds);
      expect(evaluateCondition({ not: condition }, factsOf(answer))).toBe(!holds);
    },
  );

  it('with all is true if every part is, and for no parts', () => {
    const yes: Condition = { valueKey: 'q', operator: 'answered' };
    const no: Condition = { valueKey: 'q', operator: 'notAnswered' };
    expect(evaluateCondition({ all: [yes, yes] }, { q: 'x' })).toBe(true);
    expect(evaluateCondition({ all: [yes, no] }, { q: 'x' })).toBe(false);
    expect(evaluateCondition({ all: [] }, {})).toBe(true);
  });

  it('with any is true if one part is, and false for no parts', () => {
    const yes: Condition = { valueKey: 'q', operator: 'answered' };
    const no: Condition = { valueKey: 'q', operator: 'notAnswered' };
    expect(evaluateCondition({ any: [no, yes] }, { q: 'x' })).toBe(true);
    expect(evaluateCondition({ any: [no, no] }, { q: 'x' })).toBe(false);
    expect(evaluateCondition({ any: [] }, {})).toBe(false);
  });

  it('ignores inherited properties', () => {
    expect(evaluateCondition({ valueKey: 'toString', operator: 'answered' }, {})).toBe(false);
    expect(evaluateCondition({ valueKey: '__proto__', operator: 'answered' }, {})).toBe(false);
  });
});

describe('an invalid condition throws', () => {
  const faults: readonly (readonly [Condition, Facts])[] = [
    [{ valueKey: 'q', operator: 'equals' }, {}],
    [{ valueKey: 'q', operator: 'equals', target: '' }, {}],
    [{ valueKey: 'q', operator: 'notEquals', target: ['a'] }, {}],
    [{ valueKey: 'q', operator: 'in', target: 'a' }, {}],
    [{ valueKey: 'q', operator: 'notIn', target: [] }, {}],
    [{ valueKey: 'q', operator: 'lt', target: 'tall' }, { q: 'x' }],
    [{ valueKey: 'q', operator: 'lt', target: 'tall' }, {}],
    [{ valueKey: 'q', operator: 'gt', target: true }, { q: 'x' }],
    [{ valueKey: 'q', operator: 'gte', target: ['1'] }, { q: 'x' }],
    [{ valueKey: 'q', operator: 'lt', target: 5 }, { q: true }],
    [{ valueKey: 'q', operator: 'lt', target: 5 }, { q: ['1'] }],
    [{ valueKey: 'q', operator: 'lt', target: -5 }, { q: '1' }],
    [{ valueKey: 'q', operator: 'lt', target: '2020-01-01' }, { q: 5 }],
    [{ valueKey: 'q', operator: 'lt', target: '5' }, { q: 5 }],
  ];

  it.each(faults)('%j against %j', (condition, facts) => {
    expect(() => evaluateCondition(condition, facts)).toThrow(ConditionError);
  });

  it('also for an unknown operator from JSON, with the expectation', () => {
    const condition: Condition = JSON.parse('{"valueKey":"q","operator":"like","target":"x"}');
    expect(() => evaluateCondition(condition, {})).toThrow(/"like".*the operator is one of equals/);
  });
});
