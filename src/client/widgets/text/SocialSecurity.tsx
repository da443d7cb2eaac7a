import { MaskedInput } from './MaskedInput.tsx';
import type { WidgetProps } from '../widget.ts';
import { onlyDigits, type DigitMask } from './digit-mask.ts';

/** Social security number, displayed and stored as `123-45-6789` (docs/behavior.md 5.5). */
export function SocialSecurity(props: WidgetProps) {
  return <MaskedInput widget={props} mask={socialSecurity} type="text" store="formatted" />;
}

const LENGTH = 9;

/** `123-45-6789` (docs/behavior.md 5.5); longer input is unformatted. */
export const socialSecurity: DigitMask = {
  digitsOf: onlyDigits,
  format: (digits) =>
    digits.length > LENGTH
      ? digits
      : [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)].filter((group) => group !== '').join('-'),
};
