import type { ReactNode, HTMLAttributes } from 'react';
import type { AnswerValue, Question } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import type { Documents } from './file/document-view.ts';
import type { QuestionLookup } from './lookup/lookup.ts';
import type { RuleState } from './text/PasswordChecklist.tsx';
import { say, listTexts, pageTexts } from '#texts/say.ts';

/** A further question that the same widget writes, e.g. the year next to a month. */
export type WidgetPart = {
  readonly question: Question;
  readonly value: AnswerValue | undefined;
  readonly storedLabel?: string | undefined;
  readonly options: readonly Option[];
};

/** Props of every widget, in RJSF and in cards. A widget never decides what is valid or visible. */
export type WidgetProps = {
  readonly question: Question;
  /** Element id of a single control; what the ids of a group's controls begin with. It is the question's key. */
  readonly id: string;
  /** Id of the element that holds the label. */
  readonly labelId: string;
  /** Ids of help and error, only those that are on the page. */
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  /** True where each change counts at once (log-in cards); else text is taken when the control is left. */
  readonly live: boolean;
  /** Undefined or the empty string: not answered. */
  readonly value: AnswerValue | undefined;
  /** The words of a choice, as they were when it was made: it may not be offered any more. */
  readonly storedLabel?: string | undefined;
  readonly options: readonly Option[];
  /** True while its options, or an answer that is looked up, are not there yet. */
  readonly isLoading?: boolean;
  readonly parts: readonly WidgetPart[];
  /** Lines that a password's checklist has in addition to the question's own rules. */
  readonly extraRules: readonly RuleState[];
  /** The student's documents; undefined for somebody not logged in, who has none. */
  readonly documents?: Documents | undefined;
  /** Finds what is typed in a directory; undefined where nothing is looked up. */
  readonly lookup?: QuestionLookup | undefined;
  /** Reports the answer; the empty string empties it. */
  readonly onChange: (value: AnswerValue) => void;
  readonly onPartChange: (key: string, value: AnswerValue) => void;
};

/** A plain function: RJSF refuses memo, forwardRef and lazy components as widgets. */
export type Widget = (props: WidgetProps) => ReactNode;

/** `above`: a label above one control. `group`: a name for several controls. `inline`: the widget renders it. */
export type LabelPlace = 'above' | 'group' | 'inline';

export type RegisteredWidget = { readonly component: Widget; readonly label: LabelPlace };

/** Finds a widget by its name in the registry. @throws Error when there is none */
export type FindWidget = (name: string) => RegisteredWidget;

/** Label of the blank option (docs/behavior.md 3.7). */
export function emptyChoiceText({
  question,
  isLoading,
}: Pick<WidgetProps, 'question' | 'isLoading'>): string {
  return isLoading ? emptyListText(true) : (uiTextOption(question, 'emptyLabel') ?? say(listTexts.empty));
}

/** The text in place of missing options (docs/behavior.md 2.8). */
export function emptyListText(isLoading: boolean | undefined): string {
  return say(isLoading ? pageTexts.loading : pageTexts.noOptions);
}

/** The text of a stored answer, as a control shows it. */
export function controlText(value: WidgetProps['value']): string {
  return value === undefined || typeof value === 'object' ? '' : String(value);
}

/** One `ui:` option of a question when it is text, else undefined. */
export function uiTextOption(question: Question, name: string): string | undefined {
  const option = question.ui[name];
  return typeof option === 'string' ? option : undefined;
}

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

/** Spelling attributes of a line, by `ui:spelling` or its autocomplete. */
export function spellingOf(question: Question): HTMLAttributes<HTMLElement> {
  const spelling = uiTextOption(question, 'spelling');
  const token = uiTextOption(question, 'autocomplete') ?? '';
  const mode = inputModeOf(question);
  if (spelling === 'name' || (spelling === undefined && NAME_TOKENS.test(token))) return AS_NAME;
  const isCode = CODE_TOKENS.test(token) || mode !== undefined || uiTextOption(question, 'type') === 'email';
  return spelling === 'code' || (spelling === undefined && isCode) ? UNCORRECTED : {};
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

/** The keyboard that the question asks for; else the one of digits where nothing else can be answered. */
function inputModeOf({ ui, type, constraints }: Question): InputMode | undefined {
  const wanted = INPUT_MODES.find((mode) => mode === ui['inputMode']);
  if (wanted) return wanted;
  if (type === 'number') return 'decimal';
  return type === 'integer' || DIGITS_PATTERN.test(constraints.pattern ?? '') ? 'numeric' : undefined;
}
