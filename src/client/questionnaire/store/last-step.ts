import { clearHidden } from '#form/answers/clear-hidden.ts';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { FormState } from '#form/definition/definition.ts';
import type { FormPart } from '#form/definition/form-part.ts';
import { withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import { deltaBetween, isEmptyDelta, type FormDelta } from './form-delta.ts';

/** What was cleared last without being asked for. */
export type ClearedAnswers = {
  /** The questions, without those for documents: their files are still there. */
  readonly keys: readonly string[];
  /** The tabs that are chosen again, by their groups, when it is taken back. */
  readonly tabs: FormState['tabs'];
};

/** What a look-up filled in last: the question that was looked up, and all questions whose answers it changed. */
export type FilledAnswers = { readonly by: string; readonly keys: readonly string[] };

/** The last step that can be taken back, and how: either something was cleared, or something was filled in. */
export type LastStep = {
  readonly back: FormDelta;
  /** The state that it led to. */
  readonly after: FormState;
  readonly cleared?: ClearedAnswers;
  readonly filled?: FilledAnswers;
};

/** What leads from one state back to another. The answers for documents are the server's, and not in it. */
export function undoDelta(part: FormPart, from: FormState, to: FormState): FormDelta {
  const back = deltaBetween(from, to);
  return { ...back, answers: withoutDocumentAnswers(part, back.answers) };
}

/** A state in which some of it has another value. */
export function mergeFormState(state: FormState, change: Partial<FormState>): FormState {
  return {
    ...state,
    answers: { ...state.answers, ...change.answers },
    tabs: { ...state.tabs, ...change.tabs },
    counts: { ...state.counts, ...change.counts },
  };
}

/**
 * True when a step can be taken back no more: that would change something that is no longer as the step left it,
 * because it was answered again, or nothing at all. What has come back to what it was before is not changed by it.
 */
export function isUndoOver(part: FormPart, state: FormState, { back, after }: LastStep): boolean {
  const merged = mergeFormState(state, back);
  const undone = { ...merged, answers: clearHidden(part, merged).answers };
  const change = undoDelta(part, state, undone);
  const { answers, tabs, counts } = change;
  return (
    isEmptyDelta(change) ||
    Object.keys(answers).some((key) => !isSameAnswer(state.answers[key], after.answers[key])) ||
    Object.keys(tabs).some((id) => state.tabs[id] !== after.tabs[id]) ||
    Object.keys(counts).some((id) => state.counts[id] !== after.counts[id])
  );
}
