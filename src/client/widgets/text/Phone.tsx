import { onlyDigits, plainDigits, type DigitMask } from './digit-mask.ts';
import { MaskedInput } from './MaskedInput.tsx';
import { controlText, uiTextOption, type WidgetPart, type WidgetProps } from '../widget.ts';
import { formatPhone } from '#form/summary/phone-text.ts';
import { useMemo } from 'react';
import type { Question } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import { Combobox } from '../choice/Combobox.tsx';
import { foundFirst } from '../choice/search-options.ts';

/** Phone number, formatted as US unless the dial code is foreign. */
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

/** Sets the dial code and reformats a number stored as formatted. */
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

/** Returns the mask of a number by its dial code. */
export function phoneMask(dialCode: string): DigitMask {
  return ['', '1'].includes(onlyDigits(dialCode)) ? usPhone : plainDigits;
}

/** Returns a phone number's digits without a leading country code 1. */
export function phoneDigits(text: string): string {
  const digits = onlyDigits(text);
  return digits.length === US_LENGTH + 1 && digits.startsWith('1') ? digits.slice(1) : digits;
}

type DialCodeProps = {
  readonly phone: WidgetProps;
  readonly part: WidgetPart;
  readonly onChoose: (code: string) => void;
};

/** Searchable dial code. Its label includes the number's, as pages have several. */
function DialCode({ phone, part, onChoose }: DialCodeProps) {
  const { question, value, storedLabel, options } = part;
  const { key } = question;
  const searchable = useMemo(() => withTokens(question, phone.question), [question, phone.question]);
  return (
    <span className="phone-code" data-question={key}>
      <label className="visually-hidden" id={`label-${key}`} htmlFor={key}>
        {phone.question.label} {question.label}
      </label>
      <Combobox
        {...phone}
        id={key}
        labelId={`label-${key}`}
        question={searchable}
        required={false}
        invalid={false}
        parts={[]}
        value={value}
        storedLabel={storedLabel}
        options={options}
        shortLabel={shortLabel}
        listLabel={listLabel}
        onChange={(chosen) => onChoose(String(chosen))}
      />
    </span>
  );
}

/** Short, because the closed control is narrow. */
function shortLabel({ value }: Option): string {
  return `+${onlyDigits(value)}`;
}

/** Lists the searched country first among those sharing a code. */
function listLabel({ label }: Option, query: string): string {
  const [code = '', ...names] = label.split(/(?<=^\S+) |, /);
  return `${code} ${foundFirst(names, query).join(', ')}`.trim();
}

/** Placeholder is its own label; autofill follows the number's token. */
function withTokens(part: Question, phone: Question): Question {
  const number = uiTextOption(phone, 'autocomplete');
  const token = number?.replace(/\btel(?:-national)?$/, 'tel-country-code');
  return {
    ...part,
    ui: {
      emptyLabel: part.label,
      ...(token !== undefined && token !== number && { autocomplete: token }),
      ...part.ui,
    },
  };
}
