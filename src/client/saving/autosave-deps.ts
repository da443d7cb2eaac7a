import type { Answers, FormState } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { FormChoice } from './form-changes.ts';

/**
 * Why something was not saved. `unreachable` is worth another try. `refused` is not: `errors` are the sentences by
 * question (none: the whole save). `submitted`: nothing can be saved any more.
 */
export type SaveFailure =
  | { readonly kind: 'unreachable'; readonly message: string }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'submitted' }
  | { readonly kind: 'refused'; readonly message: string; readonly errors: ValidationErrors };

/** How one save of answers ended. */
export type SaveAnswersOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'conflict' }
  | SaveFailure;

/** How the save of one tab or count ended. */
export type SaveChoiceOutcome = { readonly kind: 'saved' } | SaveFailure;

/** What the server holds; the version is that of the answers. Each tab group has its tab. */
export type SavedForm = FormState & { readonly version: number };

export type AutosaveDeps = {
  /** What was read when the page was opened. */
  readonly stored: SavedForm;
  readonly putAnswers: (answers: Answers, baseVersion?: number) => Promise<SaveAnswersOutcome>;
  readonly putChoice: (choice: FormChoice) => Promise<SaveChoiceOutcome>;
  /** Keys of the answers in the tabs of a group: without its tab they would be out of sight. */
  readonly keysInTabs: (group: string) => readonly string[];
  /** Reads everything again; undefined when that fails. */
  readonly reload: () => Promise<SavedForm | undefined>;
  /** Given what was changed elsewhere, or was refused, as the server has it, so that the page shows it. */
  readonly onRemote: (remote: Partial<FormState>) => void;
  /** Milliseconds; returns how to stop the timer. */
  readonly startTimer: (callback: () => void, delay: number) => () => void;
  /** Does what can wait once what was changed is painted; at once, where there is no page. */
  readonly afterPaint: (work: () => void) => void;
};
