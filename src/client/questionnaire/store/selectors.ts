import { isShown } from '#form/answers/visible-questions.ts';
import type { AnswerValue, Condition, TabsNode, Question } from '#form/definition/definition.ts';
import { type FormPart, questionsOf } from '#form/definition/form-part.ts';
import type { StoreState, VisibleMessages } from './store-state.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';

type Source = { readonly state: () => StoreState };

/** Returns the question of a key. */
export function questionOf({ definition }: { readonly definition: FormPart }, key: string) {
  return questionsOf(definition).get(key);
}

/** Returns the answer to a question. */
export function answerOf({ state }: Source, key: string): AnswerValue | undefined {
  return state().form.answers[key];
}

/** Whether a node's own condition holds. @throws ConditionError when it cannot be evaluated */
export function isVisible({ state }: Source, node: { readonly visibleWhen?: Condition }): boolean {
  return isShown(node, state().facts);
}

/** Whether a loading look-up can still answer a question. */
export function isAwaited({ state }: Source, key: string): boolean {
  return state().awaited.some(({ lookup }) => Object.values(lookup?.fills ?? {}).includes(key));
}

/** Returns the active tab of a group. */
export function chosenTab({ state }: Source, group: TabsNode): string {
  const chosen = state().facts[group.id];
  return typeof chosen === 'string' ? chosen : group.defaultTab;
}

/**
 * Selects messages by question, including parts, without duplicates (docs/behavior.md 5.1).
 *
 * @param before previous selection, reused along with its lists where unchanged
 * @param held key of a question whose messages can change but not appear (docs/behavior.md 4.3)
 */
export function visibleMessages(
  sources: readonly ValidationErrors[],
  questions: ReadonlyMap<string, Question>,
  before: VisibleMessages,
  held?: string,
): VisibleMessages {
  const visible = new Map<string, readonly string[]>();
  for (const [key, messages] of sources.flatMap((each) => Object.entries(each))) {
    const owner = questions.get(key)?.partOf ?? key;
    if (owner === held && !before.has(owner)) continue;
    visible.set(owner, [...new Set([...(visible.get(owner) ?? []), ...messages])]);
  }
  for (const [key, messages] of visible) {
    const old = before.get(key);
    if (old && old.join('\n') === messages.join('\n')) visible.set(key, old);
  }
  const isSame =
    visible.size === before.size && [...visible].every(([key, messages]) => before.get(key) === messages);
  return isSame ? before : visible;
}
