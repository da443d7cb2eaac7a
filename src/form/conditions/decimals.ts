/** Numbers as option values write them: digits, perhaps a fraction, no sign. */
const DECIMAL = /^\d+(?:\.\d+)?$/;

/** True for text such as `7`, `07` or `3.25`, the only text that `lt` … `gte` compare as a number. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * Compares two decimals by value and without rounding: `9` before `10`, `2.5` the same as `02.50`.
 * Exact, because the compiled schema compares the digits by a pattern and both must agree.
 *
 * @returns below 0, 0 or above 0, as a sort function does
 */
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
