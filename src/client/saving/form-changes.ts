import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { AnswerValue, Answers, FormState } from '#form/definition/definition.ts';
import type { SaveConflicts } from './autosave-state.ts';

type Entries<Value> = Readonly<Record<string, Value>>;

/** The tab of a group, or the count of a repeated block: what is saved by a call of its own. */
export type FormChoice =
  | { readonly kind: 'tab'; readonly id: string; readonly value: string }
  | { readonly kind: 'count'; readonly id: string; readonly value: number };

export const NO_CHANGES: FormState = { answers: {}, tabs: {}, counts: {} };

/** True when nothing is in it. */
export function isNoChange({ answers, tabs, counts }: FormState): boolean {
  return [answers, tabs, counts].every((part) => !hasEntries(part));
}

export function hasEntries(map: Entries<unknown>): boolean {
  return Object.keys(map).length > 0;
}

/** The tabs, then the counts. */
export function formChoicesIn({ tabs, counts }: Pick<FormState, 'tabs' | 'counts'>): readonly FormChoice[] {
  return [
    ...Object.entries(tabs).map(([id, value]): FormChoice => ({ kind: 'tab', id, value })),
    ...Object.entries(counts).map(([id, value]): FormChoice => ({ kind: 'count', id, value })),
  ];
}

/** A choice as a change of the form. */
export function formChangeOf(choice: FormChoice): FormState {
  return choice.kind === 'tab'
    ? { ...NO_CHANGES, tabs: { [choice.id]: choice.value } }
    : { ...NO_CHANGES, counts: { [choice.id]: choice.value } };
}

/** The first with the entries of the second in place of its own. */
export function mergeFormChanges(first: FormState, second: Partial<FormState>): FormState {
  return {
    answers: { ...first.answers, ...second.answers },
    tabs: { ...first.tabs, ...second.tabs },
    counts: { ...first.counts, ...second.counts },
  };
}

/** The entries of `after` that differ from `before`. */
export function formChangesBetween(before: FormState, after: FormState): FormState {
  return keepWhere(after, before, (_isThere, value, old) => !isSameAnswer(old, value));
}

/** `changes` without the entries that `sent` holds with the same value. */
export function changesWithoutSent(changes: FormState, sent: FormState): FormState {
  return keepWhere(changes, sent, (isThere, value, old) => !isThere || !isSameAnswer(old, value));
}

/** `changes` without the entries that `others` has too, whatever their values. */
export function changesWithout(changes: FormState, others: FormState): FormState {
  return keepWhere(changes, others, (isThere) => !isThere);
}

/** The map without these keys. */
export function changedEntriesWithout<Value>(map: Entries<Value>, keys: Iterable<string>): Entries<Value> {
  const dropped = new Set(keys);
  return Object.fromEntries(Object.entries(map).filter(([key]) => !dropped.has(key)));
}

/** The map with these keys alone. */
export function changedEntriesOf<Value>(map: Entries<Value>, keys: Iterable<string>): Entries<Value> {
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries(map).filter(([key]) => wanted.has(key)));
}

/** Which of my answers that are not saved yet were answered otherwise elsewhere. */
export function saveConflictsBetween(mine: Answers, theirs: Answers): SaveConflicts {
  return Object.fromEntries(
    Object.entries(mine).flatMap(([key, value]) => {
      const other = theirs[key];
      return other === undefined || isSameAnswer(value, other) ? [] : [[key, { mine: value, theirs: other }]];
    }),
  );
}

/** The same conflicts, with what the student typed since then; where both say the same now there is none. */
export function updateSaveConflicts(conflicts: SaveConflicts, answers: Answers): SaveConflicts {
  return Object.fromEntries(
    Object.entries(conflicts)
      .map(([key, pair]) => [key, { ...pair, mine: answers[key] ?? pair.mine }] as const)
      .filter(([, { mine, theirs }]) => !isSameAnswer(mine, theirs)),
  );
}

type IsKept = (isThere: boolean, value: AnswerValue, other: AnswerValue | undefined) => boolean;

/** The entries of a change that are kept in addition to those of another one. */
function keepWhere(changes: FormState, others: FormState, isKept: IsKept): FormState {
  const keep = <Value extends AnswerValue>(map: Entries<Value>, other: Entries<Value>): Entries<Value> =>
    Object.fromEntries(
      Object.entries(map).filter(([key, value]) => isKept(Object.hasOwn(other, key), value, other[key])),
    );
  return {
    answers: keep(changes.answers, others.answers),
    tabs: keep(changes.tabs, others.tabs),
    counts: keep(changes.counts, others.counts),
  };
}
