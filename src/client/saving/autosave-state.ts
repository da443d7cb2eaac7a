import type { Answers, FormState } from '#form/definition/definition.ts';
import type { Conflicts } from '#form/answers/merge-answers.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { type FormChoice, isNoChange, NO_CHANGES } from '../questionnaire/store/form-changes.ts';
import { say, savingTexts } from '#texts/say.ts';

/** Reasons for which a save fails; only `unreachable` is retried. */
export type SaveFailure =
  | { readonly kind: 'unreachable'; readonly message: string; readonly retryAfterMs?: number }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'submitted' }
  | { readonly kind: 'refused'; readonly message: string; readonly errors: ValidationErrors };

/** Outcome of saving answers. */
export type SaveAnswersOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'conflict' }
  | SaveFailure;

/** Outcome of saving one tab or count. */
export type SaveChoiceOutcome = { readonly kind: 'saved' } | SaveFailure;

/** The form stored on the server, with the version of its answers. */
export type SavedForm = FormState & { readonly version: number };

export type AutosaveDeps = {
  /** The stored form when the page was opened. */
  readonly stored: SavedForm;
  readonly putAnswers: (answers: Answers, baseVersion?: number) => Promise<SaveAnswersOutcome>;
  readonly putChoice: (choice: FormChoice) => Promise<SaveChoiceOutcome>;
  /** Keys of the answers in the tabs of a group: without its tab they would be out of sight. */
  readonly keysInTabs: (group: string) => readonly string[];
  /** Reads everything again; undefined when that fails. */
  readonly reload: () => Promise<SavedForm | undefined>;
  /** Shows what was changed elsewhere, or was refused, as the server has it. */
  readonly onRemote: (remote: Partial<FormState>) => void;
  /** From 0 to 1, for the jitter of retries. */
  readonly random: () => number;
  /** Does what can wait once what was changed is painted; at once, where there is no page. */
  readonly afterPaint: (work: () => void) => void;
};

export type AutosavePhase =
  | 'idle'
  | 'unsaved'
  | 'saving'
  | 'saved'
  | 'failing'
  | 'conflict'
  | 'refused'
  | 'signed-out';

/** What the page shows of the autosave. `unsaved` is what the server has not acknowledged. */
export type AutosaveState = {
  readonly phase: AutosavePhase;
  readonly unsaved: FormState;
  readonly conflicts: Conflicts;
  /** Messages for refused answers, by question. */
  readonly errors: ValidationErrors;
  /** Why the last save failed, while `failing` or `refused`; else empty. */
  readonly message: string;
};

/** That of a page on which nothing was changed. */
export const NOTHING_SAVED: AutosaveState = {
  phase: 'idle',
  unsaved: NO_CHANGES,
  conflicts: {},
  errors: {},
  message: '',
};

/** True while something typed or chosen is not acknowledged by the server. */
export function hasUnsaved({ unsaved }: Pick<AutosaveState, 'unsaved'>): boolean {
  return !isNoChange(unsaved);
}

const SENTENCES = {
  unsaved: savingTexts.unsaved,
  saving: savingTexts.saving,
  saved: savingTexts.saved,
  failing: savingTexts.failing,
  conflict: savingTexts.conflict,
  refused: savingTexts.refused,
  'signed-out': savingTexts.signedOut,
};

/** Describes the state in words; "Saved" only after the server's response. */
export function describeAutosave({ phase, message }: AutosaveState): string {
  if (phase === 'idle') return '';
  const isRefused = phase === 'refused' && message !== '';
  return isRefused ? say(savingTexts.refusedBecause, { reason: message }) : say(SENTENCES[phase]);
}
