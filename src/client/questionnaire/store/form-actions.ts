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

/** Actions of a form store, by type. */
export type FormActions = {
  /** Sets answers with labels; '' clears. `onMade` can follow a confirmation. */
  readonly setAnswers: { readonly answers: Answers; readonly onMade?: (() => void) | undefined };
  /** Chooses a tab; ignored when logged out. */
  readonly chooseTab: { readonly group: TabsNode; readonly tab: string };
  /** Sets the number of instances, at most `max`; ignored when logged out. */
  readonly setCount: { readonly node: AddAnotherNode; readonly count: number };
  /** Removes one instance, counted from 1; later ones are renumbered. */
  readonly removeInstance: { readonly node: AddAnotherNode; readonly n: number };
  /** Opens a confirmation, or closes it and clears its answers. */
  readonly setOpen: { readonly node: ConfirmNode; readonly isOpen: boolean };
  /** Applies any other change by the student. */
  readonly change: { readonly step: AnswerStep };
  /** Applies server values. Only answers hidden as a result are saved. */
  readonly applyRemote: { readonly remote: Partial<FormState> };
  /** Applies a look-up in one step. `before` holds prior answers changed since the search. */
  readonly fill: { readonly question: Question; readonly record: FoundRecord; readonly before: Answers };
  /** Fills unanswered questions from a record. */
  readonly fillEmpty: { readonly question: Question; readonly record: FoundRecord };
  /** Clears unchanged answers of the replaced record. */
  readonly unfill: { readonly question: Question; readonly before: Answers };
  /** Recognizes a record chosen before page load. All its other answers must match. */
  readonly recall: { readonly question: Question; readonly record: FoundRecord; readonly before: Answers };
  /** Shows a look-up's targets as loading until `coming` settles; the latest wins. */
  readonly awaitRecord: { readonly question: Question; readonly coming: Promise<unknown> };
  /** Reverts the last clearing with its cause, or the last look-up. */
  readonly undo: object;
  /** Drops the undo step. */
  readonly forgetStep: object;
  /** Confirms clearing these long texts (default: those in the dialog). */
  readonly agree: { readonly keys?: readonly string[] };
  /** Declines the pending changes. */
  readonly decline: object;
  /** Replaces messages by those of the sources. Adds none at the held question. */
  readonly setErrors: { readonly sources: readonly ValidationErrors[]; readonly held?: string | undefined };
  /** Confirms answers from last year, which saves them again. */
  readonly confirmCarried: { readonly keys: readonly string[] };
  /** Focuses a question and blurs any other. */
  readonly focus: { readonly key: string };
  /** Marks the focused question as changed. */
  readonly touch: object;
  /** Blurs a question (default: the focused one). */
  readonly blur: { readonly key?: string };
  /** Marks all answers as blurred after a reload, log-in or link. */
  readonly restored: object;
};

export type FormAction<Type extends keyof FormActions = keyof FormActions> = {
  readonly [Each in Type]: FormActions[Each] & { readonly type: Each };
}[Type];
