import { differences } from './pairs.ts';
import type { Question } from '#form/definition/definition.ts';
import type { ChangeText } from './change.ts';
import { quote } from './sentence-words.ts';

export type QuestionPair = { readonly before: Question; readonly after: Question };

/** Describes changed messages for missing or invalid answers under unchanged limits. */
export function messageChanges(two: QuestionPair): readonly ChangeText[] {
  const { before, after } = two;
  const changed = new Set(differences(before.constraints, after.constraints).map(([keyword]) => keyword));
  return differences(before.messages, after.messages).flatMap(
    ([keyword, old, current]): readonly ChangeText[] => {
      if (changed.has(keyword)) return [];
      // Not shown unless required in both; a new requirement is reported separately.
      if (keyword === 'required' && !(isNeeded(before) && isNeeded(after))) return [];
      const when = `when the answer is ${keyword === 'required' ? 'missing' : 'wrong'}`;
      if (typeof current !== 'string')
        return [{ kind: 'reworded', predicate: `no longer say{s} ${quote(String(old))} ${when}.` }];
      if (typeof old !== 'string')
        return [{ kind: 'reworded', predicate: `now say{s} ${quote(current)} ${when}.` }];
      return rewording(old, current, two, when);
    },
  );
}

function isNeeded({ required, requiredWhen }: Question): boolean {
  return required || requiredWhen !== undefined;
}

/** Describes a changed message, unless it differs only by the label, which is reported separately. */
export function rewording(
  before: string,
  after: string,
  two: QuestionPair,
  when = 'when the answer is wrong',
): readonly ChangeText[] {
  if (isSameWording(before, after, two)) return [];
  return [{ kind: 'reworded', predicate: `now say{s} ${quote(after)} ${when} (before: ${quote(before)}).` }];
}

/** Whether two sentences differ only by the label. */
export function isSameWording(before: string, after: string, two: QuestionPair): boolean {
  return (
    before === after ||
    (['fullLabel', 'label'] as const).some(
      (name) => before.replaceAll(two.before[name], () => two.after[name]) === after,
    )
  );
}

/** Describes a changed, new or removed label or title. */
export function describeTitleChange(
  subject: string,
  before: string | undefined,
  after: string | undefined,
): readonly ChangeText[] {
  if (before === after) return [];
  if (before === undefined)
    return [{ kind: 'reworded', subject, predicate: `now has the title ${quote(after ?? '')}.` }];
  const predicate = after === undefined ? 'no longer has a title.' : `now reads ${quote(after)}.`;
  return [{ kind: 'reworded', subject: `${subject} ${quote(before)}`, predicate }];
}
