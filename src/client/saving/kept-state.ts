import { EMPTY_ANSWER } from '#form/definition/answer.ts';
import { isSameAnswer } from '#form/answers/merge-answers.ts';
import type { Answers, FormState } from '#form/definition/definition.ts';
import type { SaveConflicts } from './autosave-state.ts';
import { readAnswers, readEntries } from '#client/api/read-answers.ts';
import { mergeFormChanges, NO_CHANGES } from './form-changes.ts';
import { isRecord } from '#form/definition/is-record.ts';

/** What a student changed and the server has not got: answers, chosen tabs, counts of repeated blocks. */
export type KeptState = FormState & {
  /** What was saved when these answers were given, by the same keys: it shows whether somebody saved others since. */
  readonly saved: Answers;
  /** What was sent and never answered: the server may hold any of it, and that is nobody else's. */
  readonly tried: readonly Answers[];
};

export const NOTHING_KEPT: KeptState = { ...NO_CHANGES, saved: {}, tried: [] };

/** The first with the entries of the second in place of its own. */
export function mergeKept(first: KeptState, second: KeptState): KeptState {
  return {
    ...mergeFormChanges(first, second),
    saved: { ...first.saved, ...second.saved },
    tried: [...first.tried, ...second.tried],
  };
}

/**
 * What is to be kept of changes.
 *
 * @param known the saved answers that they follow
 * @param conflicts those of them that are to be chosen between: what is saved there is news to the next page, too
 */
export function keptStateOf(
  unsaved: FormState,
  known: Answers,
  conflicts: SaveConflicts,
): Omit<KeptState, 'tried'> {
  const saved = Object.entries(unsaved.answers).map(([key, mine]) => {
    return [key, Object.hasOwn(conflicts, key) ? mine : (known[key] ?? EMPTY_ANSWER)] as const;
  });
  return { ...unsaved, saved: Object.fromEntries(saved) };
}

/** The answers that are saved now where others were. */
export function answersChangedSince(saved: Answers, now: Answers): Answers {
  const news = Object.entries(now).filter(
    ([key, value]) => Object.hasOwn(saved, key) && !isSameAnswer(saved[key], value),
  );
  return Object.fromEntries(news);
}

/** Reads what another version of the page may have kept. */
export function readKeptState(value: unknown): KeptState | undefined {
  if (!isRecord(value)) return undefined;
  return {
    answers: readAnswers(value['answers']),
    tabs: readEntries(value['tabs'], (tab) => typeof tab === 'string'),
    counts: readEntries(value['counts'], (count) => typeof count === 'number'),
    saved: readAnswers(value['saved']),
    tried: Array.isArray(value['tried']) ? value['tried'].map((each) => readAnswers(each)) : [],
  };
}
