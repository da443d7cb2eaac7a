import type { HTMLAttributes } from 'react';
import type { Question } from '#form/definition/definition.ts';
import { uiTextOption, type WidgetProps } from './widget.ts';

const INPUT_MODES = ['none', 'text', 'tel', 'url', 'email', 'numeric', 'decimal', 'search'] as const;
type InputMode = (typeof INPUT_MODES)[number];

/** Nothing is capitalized, corrected or marked as misspelt: addresses of any kind, codes, passwords. */
export const UNCORRECTED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Each word begins with a capital, and none is corrected into another: names of people and places. */
export const AS_NAME = { ...UNCORRECTED, autoCapitalize: 'words' } as const;

const NAME_TOKENS = /\b(?:name|nickname|address-line\d|address-level\d|street-address|organization)$/;
const CODE_TOKENS = /\b(?:username|email|url|one-time-code|postal-code)$/;

/** A pattern that nothing but digits fits. */
const DIGITS_PATTERN = /^\^(?:\[0-9\]|\\d)(?:\{\d+(?:,\d*)?\}|\+|\*)?\$$/;

/** Attributes of every control; absent rather than false or dangling, so that nothing is announced. */
export function controlAttributes(props: WidgetProps) {
  const inputMode = inputModeOf(props.question);
  const autoComplete = uiTextOption(props.question, 'autocomplete');
  return {
    id: props.id,
    name: props.id,
    ...ariaState(props),
    ...(inputMode && { inputMode }),
    ...(autoComplete !== undefined && { autoComplete }),
  };
}

/** How a phone's keyboard treats one line of text: by `ui:spelling`, or by what the browser fills in there. */
export function spellingOf(question: Question): HTMLAttributes<HTMLElement> {
  const spelling = uiTextOption(question, 'spelling');
  const token = uiTextOption(question, 'autocomplete') ?? '';
  const mode = inputModeOf(question);
  if (spelling === 'name' || (spelling === undefined && NAME_TOKENS.test(token))) return AS_NAME;
  const isCode = CODE_TOKENS.test(token) || mode !== undefined || uiTextOption(question, 'type') === 'email';
  return spelling === 'code' || (spelling === undefined && isCode) ? UNCORRECTED : {};
}

/** The state of a control or a group of them for assistive technology: wrong, required, described by. */
export function ariaState(props: WidgetProps): HTMLAttributes<HTMLElement> {
  return {
    ...(props.describedBy !== undefined && { 'aria-describedby': props.describedBy }),
    ...(props.invalid && { 'aria-invalid': true }),
    ...(props.required && { 'aria-required': true }),
  };
}

type ComboboxState = { readonly id: string; readonly isOpen: boolean; readonly active: number };

/** The list of a combobox for assistive technology; `active` is the index of the marked option, -1 for none. */
export function comboboxAttributes({ id, isOpen, active }: ComboboxState) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    ...(isOpen && { 'aria-controls': `${id}-list` }),
    ...(isOpen && active >= 0 && { 'aria-activedescendant': `${id}-option-${active + 1}` }),
  } as const;
}

/** The keyboard that the question asks for; else the one of digits where nothing else can be answered. */
function inputModeOf({ ui, type, constraints }: Question): InputMode | undefined {
  const wanted = INPUT_MODES.find((mode) => mode === ui['inputMode']);
  if (wanted) return wanted;
  if (type === 'number') return 'decimal';
  return type === 'integer' || DIGITS_PATTERN.test(constraints.pattern ?? '') ? 'numeric' : undefined;
}
