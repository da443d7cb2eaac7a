import type { AnswerValue, Comparison, Operator } from '../definition/definition.ts';
import { ConditionError } from './condition-error.ts';
import { compareDecimals, compareText, isDecimal } from './decimals.ts';

export type Ordering = Extract<Operator, 'lt' | 'lte' | 'gt' | 'gte'>;

/** A target of `lt` … `gte`, by what it is compared with. Built once by {@link orderingTarget}. */
export type OrderingTarget =
  | { readonly kind: 'number'; readonly number: number; readonly decimal?: string }
  | { readonly kind: 'decimal'; readonly decimal: string }
  | { readonly kind: 'date'; readonly date: string };

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** True for the shape YYYY-MM-DD; whether such a day exists is the question's own constraint. */
function isDateShaped(text: string): boolean {
  return ISO_DATE.test(text);
}

/**
 * Reads the target of `lt`, `lte`, `gt` or `gte`: a finite number, a number as text, or a date.
 *
 * @throws ConditionError for any other target
 */
export function orderingTarget(comparison: Comparison): OrderingTarget {
  const { target } = comparison;
  if (typeof target === 'number' && Number.isFinite(target)) {
    const text = String(target);
    return isDecimal(text)
      ? { kind: 'number', number: target, decimal: text }
      : { kind: 'number', number: target };
  }
  if (typeof target === 'string' && isDecimal(target)) return { kind: 'decimal', decimal: target };
  if (typeof target === 'string' && isDateShaped(target)) return { kind: 'date', date: target };
  throw new ConditionError(
    comparison,
    'the target of lt, lte, gt and gte is a number or a date (YYYY-MM-DD).',
  );
}

/**
 * Compares an answer with the target of `lt` … `gte` (docs/behavior.md 3.5).
 * An answer that is text, but not of the target's kind, is neither less nor greater: it breaks its own
 * question's constraint and is named there. Nor is an unanswered question (`undefined`).
 *
 * @throws ConditionError when the answer's JSON type can never be compared with the target
 */
export function isOrdered(
  comparison: Comparison,
  operator: Ordering,
  answer: AnswerValue | undefined,
): boolean {
  const target = orderingTarget(comparison);
  const order = answer === undefined ? undefined : orderOf(comparison, target, answer);
  if (order === undefined) return false;
  if (operator === 'lt') return order < 0;
  if (operator === 'lte') return order <= 0;
  return operator === 'gt' ? order > 0 : order >= 0;
}

function orderOf(comparison: Comparison, target: OrderingTarget, answer: AnswerValue): number | undefined {
  if (typeof answer === 'number' && target.kind === 'number') return answer - target.number;
  if (typeof answer === 'string') return orderOfText(comparison, target, answer);
  throw new ConditionError(
    comparison,
    `the answer is ${Array.isArray(answer) ? 'a list' : `a ${typeof answer}`} and the target is a ${target.kind}; lt, lte, gt and gte compare numbers with numbers and dates with dates.`,
  );
}

function orderOfText(comparison: Comparison, target: OrderingTarget, answer: string): number | undefined {
  if (target.kind === 'date') return isDateShaped(answer) ? compareText(answer, target.date) : undefined;
  if (target.decimal === undefined) {
    throw new ConditionError(
      comparison,
      'options that are numbers have no sign and no exponent, so neither has the target.',
    );
  }
  return isDecimal(answer) ? compareDecimals(answer, target.decimal) : undefined;
}
