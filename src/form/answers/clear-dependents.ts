import type { Answers } from '../definition/definition.ts';
import { type FormPart, questionsOf } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { EMPTY_ANSWER, isAnswered, answerByKey } from '../definition/answer.ts';
import { withParts } from './clear-hidden.ts';
import { isSameAnswer } from './merge-answers.ts';

/**
 * Applies a student's answers and clears the answers they control (docs/behavior.md 4.7).
 *
 * Also clears an old answer that the new options contain: "ON" means different things in different countries. Keeps
 * given answers. Answers from other sources (visitor draft, undo, another device) are not subject to this.
 *
 * @returns all answers, the same object as `before` if unchanged, and the cleared keys
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
  // Grows during iteration: a cleared answer can control further ones.
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

/** Controlling key → all keys of dependent answers, including widget parts and labels. */
const dependentsOf = memoizeByObject((part: FormPart): ReadonlyMap<string, readonly string[]> => {
  const dependents = new Map<string, readonly string[]>();
  for (const { key, dependsOn } of questionsOf(part).values()) {
    if (dependsOn === undefined) continue;
    const known = dependents.get(dependsOn.valueKey) ?? [];
    dependents.set(dependsOn.valueKey, [...known, ...withParts(part, key)]);
  }
  return dependents;
});
