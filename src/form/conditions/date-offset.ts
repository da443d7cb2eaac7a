import type { AnswerValue, DateOffset } from '../definition/definition.ts';
import { isDecimal } from './compare-values.ts';

/** Represents the current day in comparisons; not a valid question key. */
export const TODAY = '@today';

/** Returns the UTC day of an instant as a date answer. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

type Components = readonly (AnswerValue | undefined)[];

/**
 * Adds an offset to a year, a month with its year, or a day.
 *
 * Clamps to the last day of a month: January 31 plus one month is February 28 or 29. Parts that cannot be determined
 * are undefined.
 */
export function shiftComponents(parts: Components, offset: DateOffset | undefined): Components {
  if (offset === undefined) return parts;
  const { years = 0, months = 0, days = 0 } = offset;
  const [year, month, day] = parts.map(toNumber);
  if (year === undefined) return parts.map(() => undefined);
  if (month === undefined) {
    return months === 0 && days === 0
      ? [pad(year + years, 4), ...parts.slice(1)]
      : parts.map(() => undefined);
  }
  const first = new Date(0);
  first.setUTCFullYear(year + years, month - 1 + months, 1);
  if (parts.length < 3) return [pad(first.getUTCFullYear(), 4), pad(first.getUTCMonth() + 1, 2)];
  if (day === undefined) return parts.map(() => undefined);
  const last = new Date(first);
  last.setUTCMonth(first.getUTCMonth() + 1, 0);
  first.setUTCDate(Math.min(day, last.getUTCDate()) + days);
  return [pad(first.getUTCFullYear(), 4), pad(first.getUTCMonth() + 1, 2), pad(first.getUTCDate(), 2)];
}

function toNumber(part: AnswerValue | undefined): number | undefined {
  return typeof part === 'string' && isDecimal(part) ? Number(part) : undefined;
}

function pad(part: number, length: number): string {
  return String(part).padStart(length, '0');
}
