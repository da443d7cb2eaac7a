import type { Ordering } from '../conditions/compare-values.ts';

/**
 * Patterns that compare text by its digits, since JSON Schema can order numbers but not text. They agree with
 * `compareDecimals` and `compareText`. None backtracks: each alternative decides at one digit.
 */

/** Returns the pattern for dates before or after a date; undefined if nothing can match. */
export function datePattern(operator: Ordering, date: string): string | undefined {
  const side = isBelow(operator) ? 'below' : 'above';
  return patternOf([...differingDigits(date, side), ...(allowsEqual(operator) ? [date] : [])]);
}

/** Returns the pattern for decimals below or above one, by value; undefined if nothing can match. */
export function decimalPattern(operator: Ordering, decimal: string): string | undefined {
  const [zeroed = '', padded = ''] = decimal.split('.');
  const whole = zeroed.replace(/^0+(?=\d)/, '');
  const fraction = padded.replace(/0+$/, '');
  const strict = isBelow(operator) ? patternBelow(whole, fraction) : patternAbove(whole, fraction);
  const equal = fraction === '' ? `${whole}(?:\\.0+)?` : `${whole}\\.${fraction}0*`;
  return patternOf([...strict, ...(allowsEqual(operator) ? [equal] : [])], '0*');
}

function patternBelow(whole: string, fraction: string): readonly string[] {
  const shorter = whole.length > 1 ? ['0', `[1-9]\\d{0,${whole.length - 2}}`] : [];
  const wholes = [...shorter, ...differingDigits(whole, 'below', whole.length > 1)].map(
    (each) => `${each}(?:\\.\\d+)?`,
  );
  if (fraction === '') return wholes;
  const starts = Array.from(fraction)
    .slice(1)
    .map((_, index) => fraction.slice(0, index + 1));
  const fractions = [...starts, ...differingAnyLength(fraction, 'below')].map((each) => `${whole}\\.${each}`);
  return [...wholes, whole, ...fractions];
}

function patternAbove(whole: string, fraction: string): readonly string[] {
  const wholes = [`[1-9]\\d{${whole.length},}`, ...differingDigits(whole, 'above')].map(
    (each) => `${each}(?:\\.\\d+)?`,
  );
  const fractions = [`${fraction}0*[1-9]\\d*`, ...differingAnyLength(fraction, 'above')];
  return [...wholes, ...fractions.map((each) => `${whole}\\.${each}`)];
}

/** One alternative per digit: equal digits before it, a lower or higher one there, any after it. */
function differingDigits(text: string, side: 'below' | 'above', isWholeNumber = false): readonly string[] {
  return Array.from(text).flatMap((digit, index) => {
    const digits = digitRange(digit, side, isWholeNumber && index === 0 ? 1 : 0);
    return digits === undefined
      ? []
      : [text.slice(0, index) + digits + text.slice(index + 1).replace(/\d/g, '\\d')];
  });
}

function differingAnyLength(text: string, side: 'below' | 'above'): readonly string[] {
  return Array.from(text).flatMap((digit, index) => {
    const digits = digitRange(digit, side, 0);
    return digits === undefined ? [] : [`${text.slice(0, index)}${digits}\\d*`];
  });
}

function digitRange(digit: string, side: 'below' | 'above', lowest: number): string | undefined {
  if (!/\d/.test(digit)) return undefined;
  const [from, to] = side === 'below' ? [lowest, Number(digit) - 1] : [Number(digit) + 1, 9];
  return from > to ? undefined : `[${from}-${to}]`;
}

function isBelow(operator: Ordering): boolean {
  return operator === 'lt' || operator === 'lte';
}

function allowsEqual(operator: Ordering): boolean {
  return operator === 'lte' || operator === 'gte';
}

function patternOf(alternatives: readonly string[], before = ''): string | undefined {
  return alternatives.length === 0 ? undefined : `^${before}(?:${alternatives.join('|')})$`;
}
