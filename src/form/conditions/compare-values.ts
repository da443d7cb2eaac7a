import type { AnswerValue, Comparison, Operator } from '../definition/definition.ts';

export type Ordering = Extract<Operator, 'lt' | 'lte' | 'gt' | 'gte'>;

/** A target of `lt` … `gte` by kind of comparison. Built once by {@link orderingTarget}. */
export type OrderingTarget =
  | { readonly kind: 'number'; readonly number: number; readonly decimal?: string }
  | { readonly kind: 'decimal'; readonly decimal: string }
  | { readonly kind: 'date'; readonly date: string };

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether it has the form YYYY-MM-DD; whether the day exists is the question's constraint. */
function isDateShaped(text: string): boolean {
  return ISO_DATE.test(text);
}

/** Parses the target of `lt`, `lte`, `gt` or `gte`: a number or a date. Throws ConditionError otherwise. */
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
 *
 * Text of another kind is neither less nor greater: it violates its own question's constraint.
 *
 * @throws ConditionError if the answer's JSON type cannot be compared with the target
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

/** Numbers in option values: digits, optional fraction, no sign. */
const DECIMAL = /^\d+(?:\.\d+)?$/;

/** Whether it is text such as `7`, `07` or `3.25`, the only text compared as a number. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Compares two decimals by value, like the compiled pattern: `9` before `10`, `2.5` equals `02.50`. */
export function compareDecimals(left: string, right: string): number {
  const [leftWhole, leftFraction] = partsOf(left);
  const [rightWhole, rightFraction] = partsOf(right);
  if (leftWhole.length !== rightWhole.length) return leftWhole.length - rightWhole.length;
  const digits = Math.max(leftFraction.length, rightFraction.length);
  return compareText(
    leftWhole + leftFraction.padEnd(digits, '0'),
    rightWhole + rightFraction.padEnd(digits, '0'),
  );
}

/** Compares texts of equal length by code units; sorts ISO dates and padded digits. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function partsOf(decimal: string): readonly [whole: string, fraction: string] {
  const [whole = '', fraction = ''] = decimal.split('.');
  return [whole.replace(/^0+(?=\d)/, ''), fraction];
}

/** A condition that cannot be evaluated. Throws, since false would silently hide a question. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';

  /** Includes the condition as defined, and what was expected. */
  constructor(condition: unknown, expected: string) {
    super(`The condition ${JSON.stringify(condition)} cannot be evaluated: ${expected}`);
  }
}
