import { formatPhone } from '#form/summary/phone-text.ts';
import { onlyDigits, plainDigits, type DigitMask } from './digit-mask.ts';

const US_LENGTH = 10;

/** A US number, `(123) 456-7890` (specification 2, "Widgets"). */
export const usPhone: DigitMask = { digitsOf: phoneDigits, format: formatPhone };

/** The mask of a number beside its country's dial code: only without one, or with 1, is it a US number. */
export function phoneMask(dialCode: string): DigitMask {
  return ['', '1'].includes(onlyDigits(dialCode)) ? usPhone : plainDigits;
}

/** The digits of a phone number as typed or pasted; a leading country code 1 of eleven digits is dropped. */
export function phoneDigits(text: string): string {
  const digits = onlyDigits(text);
  return digits.length === US_LENGTH + 1 && digits.startsWith('1') ? digits.slice(1) : digits;
}
