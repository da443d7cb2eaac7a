import { isDeepStrictEqual } from 'node:util';
import type { Constraints, Question } from '#form/definition/definition.ts';
import type { Happened } from './change.ts';
import { brokenInWords, quoted } from './sentence-words.ts';

export type TwoQuestions = { readonly before: Question; readonly after: Question };

/** What is said of an answer that is missing or wrong, where the limit is the same. */
export function messageChanges(two: TwoQuestions): readonly Happened[] {
  const { before, after } = two;
  const changed = new Set(differing(before.constraints, after.constraints).map(([keyword]) => keyword));
  return [...new Set([...Object.keys(before.messages), ...Object.keys(after.messages)])].flatMap(
    (keyword) => {
      const [old, current] = [before.messages[keyword], after.messages[keyword]];
      if (old === current || changed.has(keyword)) return [];
      // Nobody reads it while nothing is demanded; a new demand is reported itself.
      if (keyword === 'required' && !(isNeeded(before) && isNeeded(after))) return [];
      const when = brokenInWords(keyword);
      if (current === undefined || old === undefined) {
        const happened =
          current === undefined
            ? `no longer say{s} ${quoted(old ?? '')} when ${when}.`
            : `now say{s} ${quoted(current)} when ${when}.`;
        return [{ kind: 'reworded' as const, happened }];
      }
      return isSameWording(old, current, two) ? [] : [reworded(old, current, when)];
    },
  );
}

function isNeeded({ required, requiredWhen }: Question): boolean {
  return required || requiredWhen !== undefined;
}

/** A sentence that reads otherwise. */
export function reworded(before: string, after: string, when: string): Happened {
  const what = when.startsWith('is ') ? `the answer ${when}` : when;
  return {
    kind: 'reworded',
    happened: `now say{s} ${quoted(after)} when ${what} (before: ${quoted(before)}).`,
  };
}

/** Whether a sentence differs only since the label in it does, which is reported itself. */
export function isSameWording(before: string, after: string, two: TwoQuestions): boolean {
  const renamed = before.replaceAll(two.before.fullLabel, () => two.after.fullLabel);
  return (
    before === after ||
    renamed === after ||
    before.replaceAll(two.before.label, () => two.after.label) === after
  );
}

/** The keywords of two sets of limits whose values differ. */
export function differing(
  before: Constraints,
  after: Constraints,
): readonly (readonly [keyword: string, before: unknown, after: unknown])[] {
  const [old, current] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((keyword) =>
    isDeepStrictEqual(old.get(keyword), current.get(keyword))
      ? []
      : [[keyword, old.get(keyword), current.get(keyword)] as const],
  );
}
