import type { ReactNode } from 'react';
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

/** What a choice reads while nothing is chosen (docs/behavior.md 3.7: blank option). */
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
