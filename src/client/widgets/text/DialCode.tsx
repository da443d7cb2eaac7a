import { useMemo } from 'react';
import type { Question } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import { Combobox } from '../choice/Combobox.tsx';
import { onlyDigits } from './digit-mask.ts';
import { foundFirst } from '../choice/search-options.ts';
import { uiTextOption, type WidgetPart, type WidgetProps } from '../widget.ts';

type DialCodeProps = {
  /** What the phone widget was given. */
  readonly phone: WidgetProps;
  readonly part: WidgetPart;
  readonly onChoose: (code: string) => void;
};

/** Dial code next to a phone number, found by country; its label includes the number's, as pages have several. */
export function DialCode({ phone, part, onChoose }: DialCodeProps) {
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

/** A list of codes is wide, the place next to a number is not. */
function shortLabel({ value }: Option): string {
  return `+${onlyDigits(value)}`;
}

/** A code of many countries shows first the one that is looked for. */
function listLabel({ label }: Option, query: string): string {
  const [code = '', ...names] = label.split(/(?<=^\S+) |, /);
  return `${code} ${foundFirst(names, query).join(', ')}`.trim();
}

/** Empty it reads its own label, and the browser fills it in where it fills in the number. */
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
