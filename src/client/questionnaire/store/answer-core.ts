import { clearHidden } from '#form/answers/clear-hidden.ts';
import { isAnswered } from '#form/definition/answer.ts';
import { toFacts } from '#form/answers/facts.ts';
import type { Answers, Facts, FormDefinition, FormState } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import {
  deltaOf,
  isNoChange,
  isUndoOver,
  mergeFormChanges,
  undoDelta,
  type ClearedAnswers,
  type FilledAnswers,
  type LastStep,
} from './form-changes.ts';
import { createListeners } from '#client/ui/observable.ts';

/** The parts of a definition that the store works with; a log-in card is such a form of one page. */
export type StoreDefinition = Pick<FormDefinition, 'pages' | 'options' | 'homeState'>;

/** What somebody wants to change, worked out from the present state. Undefined: there is nothing to change. */
export type AnswerStep = (state: FormState) => Transition | undefined;

/** The wanted state, before what it hides is cleared. */
type Transition = {
  readonly state: FormState;
  /** Keys whose answers the step itself gives up, in addition to those that it hides. */
  readonly lost?: readonly string[];
  /** Set for what a look-up by a question fills in: taking it back leads to the state `before`. */
  readonly filled?: { readonly by: string; readonly before: FormState };
  readonly isUndo?: boolean;
};

/** All that follows from a step in the present state. */
export type AnswerPlan = {
  readonly transition: Transition;
  readonly next: FormState;
  /** The questions whose answers are cleared, without those for documents. */
  readonly cleared: readonly string[];
};

/** The state, the facts that follow from it, and the one way in which it changes. */
export type AnswerCore = ReturnType<typeof createAnswerCore>;

/** Holds the state of a form; after each change what became hidden is cleared, on all pages. */
export function createAnswerCore(definition: StoreDefinition, first: FormState) {
  const questions = questionsOf(definition);
  const documents = documentKeysOf(definition);
  const changes = createListeners();
  const deltas = createListeners<FormState>();
  let state = first;
  let facts: Facts = toFacts(definition, state);
  let last: LastStep | undefined;

  const plan = (step: AnswerStep): AnswerPlan | undefined => {
    const transition = step(state);
    if (!transition) return undefined;
    const hidden = clearHidden(definition, transition.state);
    const keys = [...(transition.lost ?? []), ...hidden.cleared];
    return {
      transition,
      next: { ...transition.state, answers: hidden.answers },
      cleared: keys.filter((key) => questions.has(key) && !documents.has(key)),
    };
  };
  /** What differs from `known`, which the server has already, is announced. */
  const carryOut = (planned: AnswerPlan, known = state): void => {
    const { next } = planned;
    const delta = deltaOf(known, next);
    last = lastStep(definition, state, planned) ?? (planned.transition.isUndo ? undefined : last);
    state = next;
    facts = toFacts(definition, next);
    if (last && isUndoOver(definition, state, last)) last = undefined;
    changes.notify();
    if (!isNoChange(delta)) deltas.notify(delta);
  };
  return {
    /** Calls the listener after every change, until the function it returns is called. */
    subscribe: changes.add,
    /** Calls the listener with what each change altered, as it has to be saved. */
    onDelta: deltas.add,
    /** Has everything that shows the form look again, where more than the state has changed. */
    refresh: () => changes.notify(),
    state: (): FormState => state,
    facts: (): Facts => facts,
    /** What would follow from a step; undefined when nothing would. */
    plan,
    /** Changes the state as planned from the present one. */
    carryOut,
    /** What was cleared last; the same object until something else is, or it cannot be taken back any more. */
    cleared: (): ClearedAnswers | undefined => last?.cleared,
    /** What was filled in last; undefined when it cannot be taken back any more. */
    filled: (): FilledAnswers | undefined => last?.filled,
    /** What was cleared or filled in stays so for good. */
    forgetStep: (): void => {
      last = undefined;
      changes.notify();
    },
    /** Takes the last clearing back, together with the change that caused it; or all that was filled in. */
    undoStep: ((current) => {
      if (!last) return undefined;
      const { answers } = last.back;
      const lost = Object.keys(answers).filter((key) => isEmptied(key, current.answers, answers));
      return { state: mergeFormChanges(current, last.back), lost, isUndo: true };
    }) satisfies AnswerStep,
    /** Takes over what the server holds. It is not announced again; only what it hides, and so clears, is. */
    applyRemote: (remote: Partial<FormState>): void => {
      const merged = mergeFormChanges(state, remote);
      const planned = plan(() => ({ state: merged }));
      if (planned) carryOut(planned, merged);
    },
  };
}

/** The step that a plan is, as it can be taken back; undefined when it leaves the one before it in place. */
function lastStep(
  definition: StoreDefinition,
  state: FormState,
  { transition, next, cleared }: AnswerPlan,
): LastStep | undefined {
  const { filled, isUndo } = transition;
  const back = undoDelta(definition, next, filled?.before ?? state);
  if (isUndo || isNoChange(back)) return undefined;
  if (filled) return { filled: { by: filled.by, keys: Object.keys(back.answers) }, back, after: next };
  return cleared.length > 0 ? { cleared: { keys: cleared, tabs: back.tabs }, back, after: next } : undefined;
}

function isEmptied(key: string, before: Answers, after: Answers): boolean {
  return isAnswered(before[key]) && !isAnswered(after[key]);
}
