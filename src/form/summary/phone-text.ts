const US_LENGTH = 10;

/** Formats a phone number: US as (123) 456-7890, others after their `dialCode` (empty for the US). */
export function phoneText(number: string, dialCode: string): string {
  if (number === '' || !['', '1'].includes(dialCode)) return number && `+${dialCode} ${number}`;
  return formatPhone(number.replace(/\D/g, '')) || number;
}

/** Formats a partial or complete US number (docs/behavior.md 2.8); longer ones stay unchanged. */
export function formatPhone(digits: string): string {
  if (digits === '' || digits.length > US_LENGTH) return digits;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (exchange === '') return `(${area}`;
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`;
}
