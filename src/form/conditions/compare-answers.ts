import { isAnswered, answerByKey } from '../definition/answer.ts';
import type { AnswerComparison, AnswerValue, Facts } from '../definition/definition.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { compareDecimals, isDecimal } from './compare-values.ts';
import { shiftComponents } from './date-offset.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Whether a comparison of two answers is false, whatever the missing parts.
 *
 * A year without its month, or a date with a year, compares years only. Unordered answers violate their own question's
 * constraint instead.
 */
export function isBroken(comparison: AnswerComparison, facts: Facts): boolean {
  switch (comparison.operator) {
    case 'equals':
      return isSame(comparison, facts) === false;
    case 'notEquals':
      return isSame(comparison, facts) === true;
    default:
      return isOutOfOrder(comparison.operator, orderOf(comparison, facts));
  }
}

/** Name of a comparison's result in the facts, for its condition schema. */
export const comparisonName = memoizeByObject(
  ({ keys, operator, targetKeys, offset }: AnswerComparison): { readonly name: string } => {
    const added = Object.entries(offset ?? {}).map(([unit, count]) => ` ${count} ${unit}`);
    return { name: `${keys.join('+')} ${operator} ${targetKeys.join('+')}${added.join('')}` };
  },
);

/**
 * Whether a comparison in a condition is true (docs/behavior.md 3.5).
 *
 * If a question is unanswered, only `notEquals` is true. A day and a month, or a year, are compared at the coarser
 * precision.
 */
export function isMet(comparison: AnswerComparison, facts: Facts): boolean {
  switch (comparison.operator) {
    case 'equals':
      return isSame(comparison, facts) === true;
    case 'notEquals':
      return isSame(comparison, facts) !== true;
    default: {
      const order = orderOf(comparison, facts, 0);
      return order !== undefined && !isOutOfOrder(comparison.operator, order);
    }
  }
}

/** Undefined while the known parts are equal and some are missing. */
function isSame({ keys, targetKeys }: AnswerComparison, facts: Facts): boolean | undefined {
  const pairs = keys.map((key, index) => [given(facts, key), given(facts, targetKeys[index] ?? '')] as const);
  for (const [own, other] of pairs) {
    if (own === undefined || other === undefined) return undefined;
    if (own !== other) return false;
  }
  return true;
}

function isOutOfOrder(operator: 'lt' | 'lte' | 'gt' | 'gte', order: number | undefined): boolean {
  if (order === undefined) return false;
  if (order === 0) return operator === 'lt' || operator === 'gt';
  return order < 0 === (operator === 'gt' || operator === 'gte');
}

/** Negative, 0 or positive; undefined if undecided. `coarse`: result if only one is more precise. */
function orderOf(
  { keys, targetKeys, offset }: AnswerComparison,
  facts: Facts,
  coarse?: number,
): number | undefined {
  const own = componentsOf(keys, facts);
  const other = shiftComponents(componentsOf(targetKeys, facts), offset);
  for (const [index, one] of own.slice(0, other.length).entries()) {
    const order = orderOfComponents(one, other[index]);
    if (order !== 0) return order;
  }
  return own.length === other.length ? 0 : coarse;
}

/** Returns year, month and day of a date, or year and month of a pair; undefined if unanswered. */
function componentsOf(keys: readonly string[], facts: Facts): readonly (AnswerValue | undefined)[] {
  return keys.flatMap((key): readonly (AnswerValue | undefined)[] => {
    const answer = given(facts, key);
    return (typeof answer === 'string' ? DAY.exec(answer)?.slice(1) : undefined) ?? [answer];
  });
}

function orderOfComponents(one: AnswerValue | undefined, other: AnswerValue | undefined): number | undefined {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  return isDecimal(one) && isDecimal(other) ? compareDecimals(one, other) : undefined;
}

/** Returns the answer to a question; undefined if unanswered. */
export function given(facts: Facts, key: string): AnswerValue | undefined {
  const answer = answerByKey(facts, key);
  return isAnswered(answer) ? answer : undefined;
}
