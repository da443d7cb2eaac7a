import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { AnswerValue, Answers, FormState } from '#form/definition/definition.ts';
import { EMPTY_ANSWER } from '#form/definition/answer.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import type { FormPart } from '#form/definition/form-part.ts';
import { withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import { readAnswers, readEntries } from '#form/answers/read-answers.ts';
import { isRecord } from '#form/definition/own-property.ts';

type Entries<Value> = Readonly<Record<string, Value>>;

/** A tab or count, which is saved by its own call. */
export type FormChoice =
  | { readonly kind: 'tab'; readonly id: string; readonly value: string }
  | { readonly kind: 'count'; readonly id: string; readonly value: number };

export const NO_CHANGES: FormState = { answers: {}, tabs: {}, counts: {} };

/** Whether nothing is in it. */
export function isNoChange({ answers, tabs, counts }: FormState): boolean {
  return [answers, tabs, counts].every((part) => !hasEntries(part));
}

export function hasEntries(map: Entries<unknown>): boolean {
  return Object.keys(map).length > 0;
}

/** Lists the tabs, then the counts. */
export function formChoicesIn({ tabs, counts }: Pick<FormState, 'tabs' | 'counts'>): readonly FormChoice[] {
  return [
    ...Object.entries(tabs).map(([id, value]): FormChoice => ({ kind: 'tab', id, value })),
    ...Object.entries(counts).map(([id, value]): FormChoice => ({ kind: 'count', id, value })),
  ];
}

/** Returns a choice as a change of the form. */
export function formChangeOf(choice: FormChoice): FormState {
  return choice.kind === 'tab'
    ? { ...NO_CHANGES, tabs: { [choice.id]: choice.value } }
    : { ...NO_CHANGES, counts: { [choice.id]: choice.value } };
}

/** Replaces entries of the first by those of the second. */
export function mergeFormChanges(first: FormState, second: Partial<FormState>): FormState {
  return {
    answers: { ...first.answers, ...second.answers },
    tabs: { ...first.tabs, ...second.tabs },
    counts: { ...first.counts, ...second.counts },
  };
}

/** Returns the entries of `after` that differ from `before`. */
export function formChangesBetween(before: FormState, after: FormState): FormState {
  return filterChanges(after, before, (_isThere, value, old) => !isSameAnswer(old, value));
}

/** Returns `changes` without the entries that `sent` holds with the same value. */
export function changesWithoutSent(changes: FormState, sent: FormState): FormState {
  return filterChanges(changes, sent, (isThere, value, old) => !isThere || !isSameAnswer(old, value));
}

/** Returns `changes` without the entries that `others` has too, whatever their values. */
export function changesWithout(changes: FormState, others: FormState): FormState {
  return filterChanges(changes, others, (isThere) => !isThere);
}

/** Returns the map without these keys. */
export function changedEntriesWithout<Value>(map: Entries<Value>, keys: Iterable<string>): Entries<Value> {
  const dropped = new Set(keys);
  return Object.fromEntries(Object.entries(map).filter(([key]) => !dropped.has(key)));
}

/** Returns the map with these keys alone. */
export function changedEntriesOf<Value>(map: Entries<Value>, keys: Iterable<string>): Entries<Value> {
  const wanted = new Set(keys);
  return Object.fromEntries(Object.entries(map).filter(([key]) => wanted.has(key)));
}

type Filter = (isThere: boolean, value: AnswerValue, other: AnswerValue | undefined) => boolean;

function filterChanges(changes: FormState, others: FormState, isWanted: Filter): FormState {
  const keep = <Value extends AnswerValue>(map: Entries<Value>, other: Entries<Value>): Entries<Value> =>
    Object.fromEntries(
      Object.entries(map).filter(([key, value]) => isWanted(Object.hasOwn(other, key), value, other[key])),
    );
  return {
    answers: keep(changes.answers, others.answers),
    tabs: keep(changes.tabs, others.tabs),
    counts: keep(changes.counts, others.counts),
  };
}

/** Returns the entries to save after a change, with empty markers for removals. */
export function deltaOf(before: FormState, after: FormState): FormState {
  return {
    answers: changedAnswers(before.answers, after.answers),
    tabs: changedEntries(before.tabs, after.tabs),
    counts: changedEntries(before.counts, after.counts),
  };
}

function changedAnswers(before: Answers, after: Answers): Answers {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys]
    .map((key): [string, AnswerValue] => [key, after[key] ?? EMPTY_ANSWER])
    .filter(([key, value]) => !isSameAnswer(before[key], value));
  return Object.fromEntries(changed);
}

function changedEntries<Value>(before: Entries<Value>, after: Entries<Value>): Entries<Value> {
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key] !== value));
}

/** The answers that a change cleared last, which Undo brings back. */
type ClearedAnswers = {
  /** The questions, without those for documents: their files are still there. */
  readonly keys: readonly string[];
  /** The tabs that are chosen again, by their groups, when it is taken back. */
  readonly tabs: FormState['tabs'];
};

/** What a look-up filled in last: the question that was looked up, and all questions whose answers it changed. */
export type FilledAnswers = { readonly by: string; readonly keys: readonly string[] };

/** The last undoable step: something was cleared or filled in. */
export type LastStep = {
  readonly back: FormState;
  /** The state that it led to. */
  readonly after: FormState;
  readonly cleared?: ClearedAnswers;
  readonly filled?: FilledAnswers;
};

/** Returns the change from one state back to another, without documents, which are the server's. */
export function undoDelta(part: FormPart, from: FormState, to: FormState): FormState {
  const back = deltaOf(from, to);
  return { ...back, answers: withoutDocumentAnswers(part, back.answers) };
}

/** Whether undo is obsolete: answered again since, or without effect. */
export function isUndoOver(part: FormPart, state: FormState, { back, after }: LastStep): boolean {
  const merged = mergeFormChanges(state, back);
  const undone = { ...merged, answers: clearHidden(part, merged).answers };
  const change = undoDelta(part, state, undone);
  const { answers, tabs, counts } = change;
  return (
    isNoChange(change) ||
    Object.keys(answers).some((key) => !isSameAnswer(state.answers[key], after.answers[key])) ||
    Object.keys(tabs).some((id) => state.tabs[id] !== after.tabs[id]) ||
    Object.keys(counts).some((id) => state.counts[id] !== after.counts[id])
  );
}

/** Answers, tabs and counts that the server has not acknowledged. */
export type PendingChanges = FormState & {
  /** What was saved when these answers were given, by the same keys: it shows whether somebody saved others since. */
  readonly saved: Answers;
  /** What was sent and never answered: the server may hold any of it, and that is nobody else's. */
  readonly tried: readonly Answers[];
};

export const NOTHING_PENDING: PendingChanges = { ...NO_CHANGES, saved: {}, tried: [] };

/** Replaces entries of the first by those of the second. */
export function mergePending(first: PendingChanges, second: PendingChanges): PendingChanges {
  return {
    ...mergeFormChanges(first, second),
    saved: { ...first.saved, ...second.saved },
    tried: [...first.tried, ...second.tried],
  };
}

/** Reads changes that another version of the page can have stored. */
export function readPendingChanges(value: unknown): PendingChanges | undefined {
  if (!isRecord(value)) return undefined;
  return {
    answers: readAnswers(value['answers']),
    tabs: readEntries(value['tabs'], (tab) => typeof tab === 'string'),
    counts: readEntries(value['counts'], (count) => typeof count === 'number'),
    saved: readAnswers(value['saved']),
    tried: Array.isArray(value['tried']) ? value['tried'].map((each) => readAnswers(each)) : [],
  };
}
