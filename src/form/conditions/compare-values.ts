import type { AnswerValue, Comparison, Operator } from '../definition/definition.ts';

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

/** Reads the target of `lt`, `lte`, `gt` or `gte`: a number or a date. Throws ConditionError for any other. */
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
 * Text of another kind than the target is neither less nor greater: it breaks its own question's constraint.
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

/** Numbers as option values write them: digits, perhaps a fraction, no sign. */
const DECIMAL = /^\d+(?:\.\d+)?$/;

/** True for text such as `7`, `07` or `3.25`, the only text that `lt` … `gte` compare as a number. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** Compares two decimals by value, exactly as the compiled pattern does: `9` before `10`, `2.5` the same as `02.50`. */
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

/** Compares text of equal length by its code units; ISO dates and padded digits sort that way. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function partsOf(decimal: string): readonly [whole: string, fraction: string] {
  const [whole = '', fraction = ''] = decimal.split('.');
  return [whole.replace(/^0+(?=\d)/, ''), fraction];
}

/** A condition that cannot be evaluated. Thrown: if it were silently false, it would hide a question from everybody. */
export class ConditionError extends Error {
  override readonly name = 'ConditionError';

  /** Names the condition as the definition has it, and what would be right. */
  constructor(condition: unknown, expected: string) {
    super(`The condition ${JSON.stringify(condition)} cannot be evaluated: ${expected}`);
  }
}
