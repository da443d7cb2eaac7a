import type { Answers, FormState } from '#form/definition/definition.ts';
import type { Conflicts } from '#form/answers/merge-answers.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { type FormChoice, isNoChange, NO_CHANGES } from '../questionnaire/store/form-changes.ts';
import { say, savingTexts } from '#texts/say.ts';

/** Reasons for a failed save; only `unreachable` is retried. */
export type SaveFailure =
  | { readonly kind: 'unreachable'; readonly message: string; readonly retryAfterMs?: number }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'submitted' }
  | { readonly kind: 'refused'; readonly message: string; readonly errors: ValidationErrors };

export type SaveAnswersOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'conflict' }
  | SaveFailure;

/** Outcome of saving one tab or count. */
export type SaveChoiceOutcome = { readonly kind: 'saved' } | SaveFailure;

/** The form stored on the server, with the version of its answers. */
export type SavedForm = FormState & { readonly version: number };

export type AutosaveDeps = {
  /** The stored form when the page opened. */
  readonly stored: SavedForm;
  readonly putAnswers: (answers: Answers, baseVersion?: number) => Promise<SaveAnswersOutcome>;
  readonly putChoice: (choice: FormChoice) => Promise<SaveChoiceOutcome>;
  /** Answer keys in the tabs of a group, hidden without its tab. */
  readonly keysInTabs: (group: string) => readonly string[];
  /** Re-reads the stored form. @throws RequestError */
  readonly reload: () => Promise<SavedForm>;
  /** Shows server values after a remote change or a refusal. */
  readonly onRemote: (remote: Partial<FormState>) => void;
  /** Number from 0 to 1 for retry jitter. */
  readonly random: () => number;
  /** Defers work until after paint; runs it at once without a page. */
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

/** Autosave state for the page. `unsaved` holds unacknowledged changes. */
export type AutosaveState = {
  readonly phase: AutosavePhase;
  readonly unsaved: FormState;
  readonly conflicts: Conflicts;
  /** Messages for refused answers, by question key. */
  readonly errors: ValidationErrors;
  /** Reason for the last failure while `failing` or `refused`; otherwise empty. */
  readonly message: string;
};

/** State of a page without changes. */
export const NOTHING_SAVED: AutosaveState = {
  phase: 'idle',
  unsaved: NO_CHANGES,
  conflicts: {},
  errors: {},
  message: '',
};

/** Whether any change is unacknowledged by the server. */
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
