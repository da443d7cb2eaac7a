import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { AnswerValue, Answers, FormState } from '#form/definition/definition.ts';
import { EMPTY_ANSWER } from '#form/definition/answer.ts';
import { withoutHidden } from '#form/answers/clear-hidden.ts';
import { addAnothersOf, type FormPart, questionsOf } from '#form/definition/form-part.ts';
import { withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import { readAnswers, readEntries } from '#form/answers/read-answers.ts';
import { isRecord } from '#form/definition/own-property.ts';

type Entries<Value> = Readonly<Record<string, Value>>;

/** A tab or count, saved by its own call. */
export type FormChoice =
  | { readonly kind: 'tab'; readonly id: string; readonly value: string }
  | { readonly kind: 'count'; readonly id: string; readonly value: number };

export const NO_CHANGES: FormState = { answers: {}, tabs: {}, counts: {} };

/** Whether a change is empty. */
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

/** Merges two changes; the second wins. */
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

/** Returns `changes` without entries equal to those in `sent`. */
export function changesWithoutSent(changes: FormState, sent: FormState): FormState {
  return filterChanges(changes, sent, (isThere, value, old) => !isThere || !isSameAnswer(old, value));
}

/** Returns `changes` without entries whose keys are in `others`. */
export function changesWithout(changes: FormState, others: FormState): FormState {
  return filterChanges(changes, others, (isThere) => !isThere);
}

/** Returns the map without these keys. */
export function changedEntriesWithout<Value>(map: Entries<Value>, keys: Iterable<string>): Entries<Value> {
  const dropped = new Set(keys);
  return Object.fromEntries(Object.entries(map).filter(([key]) => !dropped.has(key)));
}

/** Returns the map with only these keys. */
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
  const gone = Object.fromEntries(Object.keys(before.answers).map((key) => [key, EMPTY_ANSWER]));
  return formChangesBetween(before, { ...after, answers: { ...gone, ...after.answers } });
}

/**
 * Returns the answers to save after a change. Adds unchanged parts of changed questions, and the blocks that move up if
 * one was removed, so that a change made elsewhere is a conflict instead of part of another answer.
 */
export function withWholeQuestions(part: FormPart, { answers, counts }: FormState, all: Answers): Answers {
  const questions = questionsOf(part);
  const changed = Object.keys(answers);
  const owners = changed.map((key) => questions.get(questions.get(key)?.partOf ?? key));
  const parts = owners.flatMap((owner) => (owner?.parts.length ? [owner.key, ...owner.parts] : []));
  const blocks = addAnothersOf(part)
    .filter(({ id }) => Object.hasOwn(counts, id))
    .flatMap(({ instances }) => {
      const first = instances.findIndex(({ keys }) => keys.some((key) => changed.includes(key)));
      return first < 0 ? [] : instances.slice(first).flatMap(({ keys }) => keys);
    });
  const keys = [...parts, ...blocks];
  return { ...Object.fromEntries(keys.map((key) => [key, all[key] ?? EMPTY_ANSWER])), ...answers };
}

/** Answers cleared by the last change, for Undo. */
type ClearedAnswers = {
  /** Cleared questions, except documents, whose files remain. */
  readonly keys: readonly string[];
  /** Tabs that Undo restores, by group. */
  readonly tabs: FormState['tabs'];
};

/** The last look-up: its question and all questions it changed. */
type FilledAnswers = { readonly by: string; readonly keys: readonly string[] };

/** The last undoable step: a clearing or a look-up. */
export type LastStep = {
  readonly back: FormState;
  /** The resulting state. */
  readonly after: FormState;
  readonly cleared?: ClearedAnswers;
  readonly filled?: FilledAnswers;
};

/** Returns the change between two states, without documents (server state). */
export function undoDelta(part: FormPart, from: FormState, to: FormState): FormState {
  const back = deltaOf(from, to);
  return { ...back, answers: withoutDocumentAnswers(part, back.answers) };
}

/** Whether undo is obsolete: answered again since, or without effect. */
export function isUndoOver(part: FormPart, state: FormState, { back, after }: LastStep): boolean {
  const undone = withoutHidden(part, mergeFormChanges(state, back));
  const change = undoDelta(part, withoutHidden(part, state), undone);
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
  /** Stored values at the time, by key, to detect remote changes. */
  readonly saved: Answers;
  /** Answers sent without a response; the server may have stored them. */
  readonly tried: readonly Answers[];
};

export const NOTHING_PENDING: PendingChanges = { ...NO_CHANGES, saved: {}, tried: [] };

/** Merges pending changes; the second wins. */
export function mergePending(first: PendingChanges, second: PendingChanges): PendingChanges {
  return {
    ...mergeFormChanges(first, second),
    saved: { ...first.saved, ...second.saved },
    tried: [...first.tried, ...second.tried],
  };
}

/** Reads changes, possibly stored by another version of the page. */
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
