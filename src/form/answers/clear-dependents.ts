import type { Answers } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { companionKey, EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';
import { isSameAnswer } from './merge-answers.ts';

/**
 * Gives answers as a student does, and empties the answers that they control (docs/behavior.md 4.7).
 *
 * Also where the new options offer the old answer: "ON" of one country says nothing of another. What is given itself is
 * kept. Answers that come in any other way (carried over, undone, saved elsewhere) come whole.
 *
 * @returns all answers, the very object `before` if nothing changes, and which keys were emptied
 */
export function clearDependents(
  part: FormPart,
  before: Answers,
  given: Answers,
): { readonly answers: Answers; readonly cleared: readonly string[] } {
  const differing = Object.entries(given).filter(
    ([key, value]) => !isSameAnswer(answerByKey(before, key), value),
  );
  if (differing.length === 0) return { answers: before, cleared: [] };
  const cleared = new Set<string>();
  const changed = differing.map(([key]) => key);
  // Grows while it is walked: an answer that is emptied may control further ones.
  for (const controlling of changed) {
    const emptied = (dependentsOf(part).get(controlling) ?? []).filter(
      (key) => !Object.hasOwn(given, key) && !cleared.has(key) && isAnswered(answerByKey(before, key)),
    );
    for (const key of emptied) cleared.add(key);
    changed.push(...emptied);
  }
  const empty = [...cleared].map((key) => [key, EMPTY_ANSWER] as const);
  return { answers: { ...before, ...Object.fromEntries([...differing, ...empty]) }, cleared: [...cleared] };
}

/** Controlling key → all keys of the answers it controls: parts of the same widget and labels too. */
const dependentsOf = memoizeByObject((part: FormPart): ReadonlyMap<string, readonly string[]> => {
  const dependents = new Map<string, readonly string[]>();
  for (const { key, parts, dependsOn } of questionsOf(part).values()) {
    if (dependsOn === undefined) continue;
    const keys = [key, ...parts].flatMap((each) => [each, companionKey(each)]);
    dependents.set(dependsOn.valueKey, [...(dependents.get(dependsOn.valueKey) ?? []), ...keys]);
  }
  return dependents;
});
