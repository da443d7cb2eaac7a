import type { Question } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';

/**
 * The messages that are shown at each question: its own, and those of the further keys its widget writes, without
 * duplicates (docs/behavior.md 5.1).
 *
 * @param before the map shown until now; it and its lists stay the same objects where they say the same, so that only
 *   the questions whose messages changed are re-rendered
 */
export function shownErrors(
  errors: ValidationErrors,
  questions: ReadonlyMap<string, Question>,
  before: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const shown = new Map<string, readonly string[]>();
  for (const [key, messages] of Object.entries(errors)) {
    const owner = questions.get(key)?.partOf ?? key;
    shown.set(owner, [...new Set([...(shown.get(owner) ?? []), ...messages])]);
  }
  for (const [key, messages] of shown) {
    const old = before.get(key);
    if (old && old.join('\n') === messages.join('\n')) shown.set(key, old);
  }
  const isSame =
    shown.size === before.size && [...shown].every(([key, messages]) => before.get(key) === messages);
  return isSame ? before : shown;
}
