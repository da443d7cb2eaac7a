import type { FoundRecord } from '#form/answers/record-answers.ts';
import type {
  AddAnotherNode,
  Answers,
  ConfirmNode,
  FormState,
  Question,
  TabsNode,
} from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { AnswerStep } from './store-state.ts';

/** Everything that changes a form store, by the type of its action. */
export type FormActions = {
  /** Answers as a student does, with labels; the empty string empties. `onMade` follows, maybe after a confirmation. */
  readonly setAnswers: { readonly answers: Answers; readonly onMade?: (() => void) | undefined };
  /** Chooses a tab; ignored while not signed in. */
  readonly chooseTab: { readonly group: TabsNode; readonly tab: string };
  /** Shows so many instances, at most `max`; ignored while not signed in. */
  readonly setCount: { readonly node: AddAnotherNode; readonly count: number };
  /** Removes one instance, counted from 1; the later ones move down. */
  readonly removeInstance: { readonly node: AddAnotherNode; readonly n: number };
  /** Opens a confirmation, or closes it and empties what it holds. */
  readonly setOpen: { readonly node: ConfirmNode; readonly isOpen: boolean };
  /** Makes any other change of a student. */
  readonly change: { readonly step: AnswerStep };
  /** Shows what the server holds, which is not saved again; only what it hides, and so clears, is. */
  readonly applyRemote: { readonly remote: Partial<FormState> };
  /** Answers what a look-up found, in one step. `before` are the answers before the search, where they changed since. */
  readonly fill: { readonly question: Question; readonly record: FoundRecord; readonly before: Answers };
  /** Answers of a record what is still open. */
  readonly fillEmpty: { readonly question: Question; readonly record: FoundRecord };
  /** Clears the unchanged answers of the chosen record, because something else takes its place. */
  readonly unfill: { readonly question: Question; readonly before: Answers };
  /** Recognizes a record chosen before the page was loaded: everything else that it answers is answered so. */
  readonly recall: { readonly question: Question; readonly record: FoundRecord; readonly before: Answers };
  /** Shows what a look-up will answer as loading, until `coming` is settled; of two the later one counts. */
  readonly awaitRecord: { readonly question: Question; readonly coming: Promise<unknown> };
  /** Reverts the last clearing with the change that caused it, or all that was filled in. */
  readonly undo: object;
  /** Keeps what was cleared or filled in for good. */
  readonly forgetStep: object;
  /** The student agrees to the loss of these long texts (default: those that the dialog named). */
  readonly agree: { readonly keys?: readonly string[] };
  /** The student declines: everything stays as it was. */
  readonly decline: object;
  /** Shows the messages of these sources and no others; at the held question none appear where none were. */
  readonly setErrors: { readonly sources: readonly ValidationErrors[]; readonly held?: string | undefined };
  /** Moves the student to a question, and so away from any other. */
  readonly focus: { readonly key: string };
  /** Notes that something is typed or chosen in the question with the focus. */
  readonly touch: object;
  /** Leaves a question (default: the one with the focus). */
  readonly blur: { readonly key?: string };
  /** Takes all answers that are there for answered and blurred: a reload, a log-in or a link restored them. */
  readonly restored: object;
};

export type FormAction<Type extends keyof FormActions = keyof FormActions> = {
  readonly [Each in Type]: FormActions[Each] & { readonly type: Each };
}[Type];
