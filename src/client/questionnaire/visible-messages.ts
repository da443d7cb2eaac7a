import type { Question } from '#form/definition/definition.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';

export type VisibleMessages = ReadonlyMap<string, readonly string[]>;

/**
 * Selects the messages visible at each question, its parts' included, without duplicates (docs/behavior.md 5.1).
 *
 * @param before the last selection; it and its lists stay the same objects where nothing changed
 * @param held key of a question at which messages change, but none appear where none were (docs/behavior.md 4.3)
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
