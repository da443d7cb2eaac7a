import type { AnswerValue, Comparison, Condition, Facts } from '../definition/definition.ts';
import { comparisonName, given } from './compare-answers.ts';
import { ConditionError, isOrdered } from './compare-values.ts';

/**
 * Evaluates a condition (docs/behavior.md 3.5; docs/schema-language.md).
 *
 * An unanswered question equals nothing, is in nothing and is neither less nor greater than anything. A list equals
 * each of its items.
 *
 * @throws ConditionError for an unknown operator, or a target that the operator cannot use
 */
export function evaluateCondition(condition: Condition, facts: Facts): boolean {
  if ('all' in condition) return condition.all.every((each) => evaluateCondition(each, facts));
  if ('any' in condition) return condition.any.some((each) => evaluateCondition(each, facts));
  if ('not' in condition) return !evaluateCondition(condition.not, facts);
  if ('compared' in condition) return facts[comparisonName(condition.compared).name] === true;
  return evaluateComparison(condition, facts);
}

function evaluateComparison(comparison: Comparison, facts: Facts): boolean {
  const answer = given(facts, comparison.valueKey);
  switch (comparison.operator) {
    case 'answered':
      return answer !== undefined;
    case 'notAnswered':
      return answer === undefined;
    case 'equals':
      return isEqual(comparison, answer);
    case 'notEquals':
      return !isEqual(comparison, answer);
    case 'in':
      return isIn(comparison, answer);
    case 'notIn':
      return !isIn(comparison, answer);
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return isOrdered(comparison, comparison.operator, answer);
    default:
      throw new ConditionError(
        comparison,
        'the operator is one of equals, notEquals, lt, lte, gt, gte, answered, notAnswered, in, notIn.',
      );
  }
}

function isEqual(comparison: Comparison, answer: AnswerValue | undefined): boolean {
  const target = scalarTarget(comparison);
  return Array.isArray(answer) ? answer.includes(target) : answer === target;
}

function isIn(comparison: Comparison, answer: AnswerValue | undefined): boolean {
  const targets = listTarget(comparison);
  if (answer === undefined) return false;
  if (typeof answer === 'object') return answer.some((item) => targets.includes(item));
  return targets.some((target: AnswerValue) => target === answer);
}

/** Returns the target of `equals` or `notEquals`: one value. Throws ConditionError for anything else. */
export function scalarTarget(comparison: Comparison): string | number | boolean {
  const { target } = comparison;
  if (target !== undefined && typeof target !== 'object' && target !== '') return target;
  throw new ConditionError(
    comparison,
    'the target of equals and notEquals is one value; use in and notIn for a list, notAnswered for an empty answer.',
  );
}

/** Returns the target of `in` or `notIn`: a list of values. Throws ConditionError for anything else. */
export function listTarget(comparison: Comparison): readonly string[] {
  const { target } = comparison;
  if (typeof target === 'object' && target.length > 0) return target;
  throw new ConditionError(comparison, 'the target of in and notIn is a list of at least one value.');
}
