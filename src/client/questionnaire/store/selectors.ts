import { evaluateCondition } from '#form/conditions/evaluate-condition.ts';
import type { AnswerValue, Condition, TabsNode } from '#form/definition/definition.ts';
import { type FormPart, questionsOf } from '#form/definition/form-part.ts';
import type { StoreState } from './store-state.ts';

type Source = { readonly state: () => StoreState };

/** Returns the question of a key. */
export function questionOf({ definition }: { readonly definition: FormPart }, key: string) {
  return questionsOf(definition).get(key);
}

/** Returns the answer to a question. */
export function answerOf({ state }: Source, key: string): AnswerValue | undefined {
  return state().form.answers[key];
}

/** Whether a condition holds; false without one. @throws ConditionError when it cannot be evaluated */
export function holds({ state }: Source, condition: Condition | undefined): boolean {
  return condition !== undefined && evaluateCondition(condition, state().facts);
}

/** Whether a node is visible by its own condition. @throws ConditionError when it cannot be evaluated */
export function isVisible(store: Source, { visibleWhen }: { readonly visibleWhen?: Condition }): boolean {
  return visibleWhen === undefined || holds(store, visibleWhen);
}

/** Whether a look-up that is loading may answer a question. */
export function isAwaited({ state }: Source, key: string): boolean {
  return state().awaited.some(({ lookup }) => Object.values(lookup?.fills ?? {}).includes(key));
}

/** Returns the tab that a group shows. */
export function chosenTab({ state }: Source, group: TabsNode): string {
  const chosen = state().facts[group.id];
  return typeof chosen === 'string' ? chosen : group.defaultTab;
}
