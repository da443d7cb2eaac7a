import { DialCode } from './DialCode.tsx';
import { onlyDigits, plainDigits, type DigitMask } from './digit-mask.ts';
import { MaskedInput } from './MaskedInput.tsx';
import { controlText, uiTextOption, type WidgetPart, type WidgetProps } from '../widget.ts';
import { formatPhone } from '#form/summary/phone-text.ts';

/** A phone number, formatted as a US one unless the dial code is of another country. */
export function Phone(props: WidgetProps) {
  const code = props.parts[0];
  if (!code) return <PhoneNumber {...props} dialCode="" />;
  return (
    <div className="phone">
      <DialCode phone={props} part={code} onChoose={(chosen) => chooseDialCode(props, code, chosen)} />
      <PhoneNumber {...props} dialCode={controlText(code.value)} />
    </div>
  );
}

function PhoneNumber({ dialCode, ...props }: WidgetProps & { readonly dialCode: string }) {
  return <MaskedInput widget={props} mask={phoneMask(dialCode)} type="tel" store={storeOf(props)} />;
}

/** A number that is kept as it is shown is kept again when another country shows it in another way. */
function chooseDialCode(props: WidgetProps, code: WidgetPart, chosen: string): void {
  props.onPartChange(code.question.key, chosen);
  const stored = controlText(props.value);
  if (stored === '' || storeOf(props) === 'digits') return;
  const shown = phoneMask(chosen).format(onlyDigits(stored));
  if (shown !== stored) props.onChange(shown);
}

function storeOf({ question }: WidgetProps): 'digits' | 'formatted' {
  return uiTextOption(question, 'store') === 'digits' ? 'digits' : 'formatted';
}

const US_LENGTH = 10;

/** A US number, `(123) 456-7890` (docs/behavior.md 2.8). */
export const usPhone: DigitMask = { digitsOf: phoneDigits, format: formatPhone };

/** The mask of a number next to its country's dial code: only without one, or with 1, is it a US number. */
export function phoneMask(dialCode: string): DigitMask {
  return ['', '1'].includes(onlyDigits(dialCode)) ? usPhone : plainDigits;
}

/** The digits of a phone number as typed or pasted; a leading country code 1 of eleven digits is dropped. */
export function phoneDigits(text: string): string {
  const digits = onlyDigits(text);
  return digits.length === US_LENGTH + 1 && digits.startsWith('1') ? digits.slice(1) : digits;
}
