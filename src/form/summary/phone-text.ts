const US_LENGTH = 10;

/**
 * A phone number as it is read: a US one as (123) 456-7890, one of another country with its dial code before it.
 *
 * @param number as it was given, formatted or digits
 * @param dialCode digits of the country's code; empty for the United States
 */
export function phoneText(number: string, dialCode: string): string {
  if (number === '' || !['', '1'].includes(dialCode)) return number && `+${dialCode} ${number}`;
  return formatPhone(number.replace(/\D/g, '')) || number;
}

/**
 * Digits as a US number, `(123) 456-7890`, as far as they go (docs/behavior.md 2.8). More than ten digits
 * are no US number and stay as they are, so that nothing typed is cut off.
 */
export function formatPhone(digits: string): string {
  if (digits === '' || digits.length > US_LENGTH) return digits;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (exchange === '') return `(${area}`;
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`;
}
