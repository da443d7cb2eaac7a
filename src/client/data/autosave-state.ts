import type { AnswerValue, FormState } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { isNoChange } from './form-changes.ts';

/** Question key → the two values it was given in two places. */
export type Conflicts = Readonly<
  Record<string, { readonly mine: AnswerValue; readonly theirs: AnswerValue }>
>;

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
  /** What is wrong with the answers that the server refused, by question. */
  readonly errors: ValidationErrors;
  /** Why the last save failed, while `failing` or `refused`; else empty. */
  readonly message: string;
};

/** True while something typed or chosen is not acknowledged by the server. */
export function hasUnsaved({ unsaved }: Pick<AutosaveState, 'unsaved'>): boolean {
  return !isNoChange(unsaved);
}

type PhaseFacts = Readonly<
  Record<
    'isSignedOut' | 'isInConflict' | 'isFailing' | 'isSending' | 'hasSendable' | 'isRefused' | 'hasSaved',
    boolean
  >
>;

/** The one phase that is shown of all that is true of an autosave. */
export function phaseOf(facts: PhaseFacts): AutosavePhase {
  if (facts.isSignedOut) return 'signed-out';
  if (facts.isInConflict) return 'conflict';
  // Not "Saving…" again with each retry: a screen reader would not come to rest.
  if (facts.isFailing) return 'failing';
  if (facts.isSending) return 'saving';
  if (facts.hasSendable) return 'unsaved';
  if (facts.isRefused) return 'refused';
  return facts.hasSaved ? 'saved' : 'idle';
}

const SENTENCES = {
  idle: '',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  saved: 'Saved',
  failing: 'Not saved – we will keep trying',
  conflict: 'Not saved – please choose between two answers',
  refused: 'Not saved',
  'signed-out': 'Not saved – please log in again',
} as const satisfies Record<AutosavePhase, string>;

/** The state in words, for the eye and for the screen reader; "Saved" only after the server said so. */
export function describeAutosave({ phase, message }: AutosaveState): string {
  return phase === 'refused' && message !== '' ? `${SENTENCES.refused} – ${message}` : SENTENCES[phase];
}
