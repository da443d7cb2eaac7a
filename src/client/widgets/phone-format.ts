const US_LENGTH = 10;

/** The digits of a phone number as typed or pasted; a leading country code 1 of eleven digits is dropped. */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return digits.length === US_LENGTH + 1 && digits.startsWith('1') ? digits.slice(1) : digits;
}

/**
 * Digits as a US number, `(123) 456-7890`, as far as they go (specification 2, "Widgets"). More than ten digits
 * are no US number and stay as they are, so that nothing typed is cut off.
 */
export function formatPhone(digits: string): string {
  if (digits === '' || digits.length > US_LENGTH) return digits;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (exchange === '') return `(${area}`;
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`;
}

/** Where the caret stands in `text` once `digits` of its digits are before it. */
export function caretAfterDigits(text: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (/\d/.test(text.charAt(index))) seen += 1;
    if (seen === digits) return index + 1;
  }
  return text.length;
}
