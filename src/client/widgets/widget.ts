import type { ReactNode, HTMLAttributes } from 'react';
import type { AnswerValue, Question } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import type { Documents } from './file/document-view.ts';
import type { QuestionLookup } from './lookup/lookup.ts';
import type { RuleState } from './text/PasswordChecklist.tsx';
import { say, listTexts, pageTexts } from '#texts/say.ts';

/** Another question of the same widget, e.g. a month's year. */
export type WidgetPart = {
  readonly question: Question;
  /** Undefined or '' if unanswered. */
  readonly value: AnswerValue | undefined;
  /** Label stored with the choice, which can be retired. */
  readonly storedLabel?: string | undefined;
  readonly options: readonly Option[];
};

/** Props of every widget, in RJSF and in cards. Widgets never decide validity or visibility. */
export type WidgetProps = WidgetPart & {
  /** The question key: id of a single control, or id prefix in a group. */
  readonly id: string;
  readonly labelId: string;
  /** Ids of rendered help and errors. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
  /** Whether to commit on every change (log-in cards) instead of on blur. */
  readonly live: boolean;
  /** Whether options or a look-up are loading. */
  readonly isLoading?: boolean;
  readonly parts: readonly WidgetPart[];
  /** Checklist rules beyond the question's own. */
  readonly extraRules: readonly RuleState[];
  /** The student's documents; undefined for visitors. */
  readonly documents?: Documents | undefined;
  /** Directory look-up; undefined without one. */
  readonly lookup?: QuestionLookup | undefined;
  /** Reports the answer; '' clears it. */
  readonly onChange: (value: AnswerValue) => void;
  readonly onPartChange: (key: string, value: AnswerValue) => void;
};

/** Plain function: RJSF rejects memo, forwardRef and lazy components. */
export type Widget = (props: WidgetProps) => ReactNode;

/** `above`: label above one control. `group`: name of several controls. `inline`: rendered by the widget. */
export type LabelPlace = 'above' | 'group' | 'inline';

export type RegisteredWidget = { readonly component: Widget; readonly label: LabelPlace };

/** Finds a widget by registry name. @throws Error when there is none */
export type FindWidget = (name: string) => RegisteredWidget;

/** Label of the blank option (docs/behavior.md 3.7). */
export function emptyChoiceText({
  question,
  isLoading,
}: Pick<WidgetProps, 'question' | 'isLoading'>): string {
  return isLoading ? emptyListText(true) : (uiTextOption(question, 'emptyLabel') ?? say(listTexts.empty));
}

/** Text of an empty list (docs/behavior.md 2.8). */
export function emptyListText(isLoading: boolean | undefined): string {
  return say(isLoading ? pageTexts.loading : pageTexts.noOptions);
}

/** Returns a stored answer as control text. */
export function controlText(value: WidgetProps['value']): string {
  return value === undefined || typeof value === 'object' ? '' : String(value);
}

/** Returns a `ui:` option if it is text, else undefined. */
export function uiTextOption(question: Question, name: string): string | undefined {
  const option = question.ui[name];
  return typeof option === 'string' ? option : undefined;
}

const INPUT_MODES = ['none', 'text', 'tel', 'url', 'email', 'numeric', 'decimal', 'search'] as const;
type InputMode = (typeof INPUT_MODES)[number];

/** No capitalization, correction or spell check: addresses, codes and passwords. */
export const UNCORRECTED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Capitalized words without correction: names of people and places. */
export const AS_NAME = { ...UNCORRECTED, autoCapitalize: 'words' } as const;

const NAME_TOKENS = /\b(?:name|nickname|address-line\d|address-level\d|street-address|organization)$/;
const CODE_TOKENS = /\b(?:username|email|url|one-time-code|postal-code)$/;

/** Matches patterns that accept digits only. */
const DIGITS_PATTERN = /^\^(?:\[0-9\]|\\d)(?:\{\d+(?:,\d*)?\}|\+|\*)?\$$/;

/** Attributes of every control, absent rather than false. */
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

/** Spelling attributes of a line, by autocomplete, keyboard and type. */
export function spellingOf(question: Question): HTMLAttributes<HTMLElement> {
  const token = uiTextOption(question, 'autocomplete') ?? '';
  if (NAME_TOKENS.test(token)) return AS_NAME;
  const isEmail = uiTextOption(question, 'type') === 'email';
  return isEmail || CODE_TOKENS.test(token) || inputModeOf(question) !== undefined ? UNCORRECTED : {};
}

/** ARIA state of a control or group: invalid, required, described by. */
export function ariaState(props: WidgetProps): HTMLAttributes<HTMLElement> {
  return {
    ...(props.describedBy !== undefined && { 'aria-describedby': props.describedBy }),
    ...(props.invalid && { 'aria-invalid': true }),
    ...(props.required && { 'aria-required': true }),
  };
}

type ComboboxState = { readonly id: string; readonly isOpen: boolean; readonly active: number };

/** ARIA attributes of a combobox; `active` is -1 for no option. */
export function comboboxAttributes({ id, isOpen, active }: ComboboxState) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    ...(isOpen && { 'aria-controls': `${id}-list` }),
    ...(isOpen && active >= 0 && { 'aria-activedescendant': `${id}-option-${active + 1}` }),
  } as const;
}

/** Input mode of a question; numeric if only digits are valid. */
function inputModeOf({ ui, type, constraints }: Question): InputMode | undefined {
  const wanted = INPUT_MODES.find((mode) => mode === ui['inputMode']);
  if (wanted) return wanted;
  if (type === 'number') return 'decimal';
  return type === 'integer' || DIGITS_PATTERN.test(constraints.pattern ?? '') ? 'numeric' : undefined;
}
