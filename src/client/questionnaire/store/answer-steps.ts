import { clearDependents } from '#form/answers/clear-dependents.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { removeInstance } from '#form/answers/instances.ts';
import { withCompanions } from '#form/answers/with-companions.ts';
import { EMPTY_ANSWER, isAnswered } from '#form/definition/answer.ts';
import type { AnswerValue, Answers, FormState, Question } from '#form/definition/definition.ts';
import { confirmationsOf, questionsOf } from '#form/definition/form-part.ts';
import { documentKeysOf } from '#form/documents/document-answers.ts';
import type { FormAction } from './form-actions.ts';
import { changedEntriesOf, isNoChange, mergeFormChanges, undoDelta, type LastStep } from './form-changes.ts';
import type { AnswerPlan, AnswerStep, StoreDefinition, StoreForm } from './store-state.ts';

/** Computes the result of a step, clearing the answers that it hides on all pages. */
export function planStep(
  definition: StoreDefinition,
  state: FormState,
  step: AnswerStep,
): AnswerPlan | undefined {
  const transition = step(state);
  if (!transition) return undefined;
  // What was hidden before comes from elsewhere: another device may have written it.
  const kept = new Set(clearHidden(definition, state).cleared);
  const hidden = clearHidden(definition, transition.state);
  const answers = { ...hidden.answers, ...changedEntriesOf(transition.state.answers, kept) };
  return {
    transition,
    next: { ...transition.state, answers },
    cleared: [...(transition.lost ?? []), ...hidden.cleared].filter(
      (key) => questionsOf(definition).has(key) && !documentKeysOf(definition).has(key) && !kept.has(key),
    ),
  };
}

/** Returns a plan's undoable step, or undefined to keep the previous one. */
export function lastStepOf(
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

/** Reverts the last step. */
export function undoStep(last: LastStep | undefined): AnswerStep {
  return (current) => {
    if (!last) return undefined;
    const { answers } = last.back;
    const isEmptied = (key: string): boolean => isAnswered(current.answers[key]) && !isAnswered(answers[key]);
    const lost = Object.keys(answers).filter(isEmptied);
    return { state: mergeFormChanges(current, last.back), lost, isUndo: true };
  };
}

/** Sets answers with their choice labels and clears dependent answers. */
export function answerStep({ definition, now }: StoreForm, answers: Answers): AnswerStep {
  return (current) => {
    const given = withCompanions(definition, answers, { answers: current.answers, now });
    const next = clearDependents(definition, current.answers, given);
    if (next.answers === current.answers) return undefined;
    return { state: { ...current, answers: next.answers }, lost: next.cleared };
  };
}

/** Answers found by a look-up, and those before the search. */
export type Filling = { readonly found: Answers; readonly before: Answers };

/** Sets answers from a look-up; undo restores those before it. */
export function fillStep(form: StoreForm, { key }: Question, { found, before }: Filling): AnswerStep {
  const step = answerStep(form, found);
  return (current) => ({
    state: current,
    ...step(current),
    filled: { by: key, before: mergeFormChanges(current, { answers: before }) },
  });
}

/** Returns the step that chooses a tab or removes an instance. */
export function groupStep(action: FormAction<'chooseTab' | 'removeInstance'>): AnswerStep {
  if (action.type === 'chooseTab') {
    return (state) => ({ state: { ...state, tabs: { ...state.tabs, [action.group.id]: action.tab } } });
  }
  const { node, n } = action;
  return (state) => {
    const lost = (node.instances[n - 1]?.keys ?? []).filter((key) => isAnswered(state.answers[key]));
    const { answers, count } = removeInstance(node, n, state);
    return { state: { ...state, answers, counts: { ...state.counts, [node.id]: count } }, lost };
  };
}

/** Opens a confirmation, or closes it and clears its answers. */
export function openStep(form: StoreForm, { node, isOpen }: FormAction<'setOpen'>): AnswerStep {
  const inside = confirmationsOf(form.definition).find((each) => each.node.id === node.id)?.keys ?? [];
  return (current) => {
    const lost = isOpen ? [] : inside.filter((key) => isAnswered(current.answers[key]));
    const opened = new Set([...(current.opened ?? []), node.id].filter((id) => isOpen || id !== node.id));
    const state = { ...current, opened };
    const emptied = lost.map((key): [string, AnswerValue] => [key, EMPTY_ANSWER]);
    const closing = answerStep(form, Object.fromEntries(emptied))(state);
    return closing ? { ...closing, lost: [...lost, ...(closing.lost ?? [])] } : { state };
  };
}
