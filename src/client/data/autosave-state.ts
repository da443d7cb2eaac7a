import type { AnswerValue, Answers } from '#form/definition/definition.ts';

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

/** What the page shows of the autosave. `unsaved` are the answers the server has not acknowledged. */
export type AutosaveState = {
  readonly phase: AutosavePhase;
  readonly unsaved: Answers;
  readonly conflicts: Conflicts;
  /** The server's sentence while `refused`, else empty. */
  readonly message: string;
};

/** True while something typed is not acknowledged by the server. */
export function hasUnsaved(state: Pick<AutosaveState, 'unsaved'>): boolean {
  return Object.keys(state.unsaved).length > 0;
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
