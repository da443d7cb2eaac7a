import type { Answers } from '#form/definition/definition.ts';
import type { FoundRecord } from '#form/answers/record-answers.ts';

/** One row of a look-up's list (docs/behavior.md 3.8). */
export type Suggestion = {
  readonly id: string;
  readonly text: string;
  /** Distinguishes two of the same text. */
  readonly sub_text: string;
};

/** Best results, and whether there are more. */
export type Found = { readonly items: readonly Suggestion[]; readonly hasMore: boolean };

/** A search text, and the known parts of its place. */
type LookupSearch = {
  readonly category: string;
  readonly query: string;
  /** Code of the state whose entries come first among equals. */
  readonly state?: string | undefined;
  /** Code of the country that was chosen for what is looked for. */
  readonly country?: string | undefined;
};

/** Service of the directories. Both calls reject when there is no answer. */
export type LookupService = {
  /** What fits what is typed, the best first. */
  readonly search: (query: LookupSearch, signal: AbortSignal) => Promise<Found>;
  readonly find: (
    query: { readonly category: string; readonly id: string },
    signal: AbortSignal,
  ) => Promise<FoundRecord>;
};

/** Look-up of one question. */
export type QuestionLookup = {
  /** Rejects when there is no answer. */
  readonly search: (query: string, signal: AbortSignal) => Promise<Found>;
  /** Answers the question and those of its record; undo restores `before`. @returns false without a record */
  readonly choose: (chosen: Suggestion, before: Answers, signal: AbortSignal) => Promise<boolean>;
  /** Clears unchanged answers of the earlier record, because the text is now the student's own. */
  readonly takeOwn: (before: Answers, signal: AbortSignal) => void;
  /** What else the last choice changed; undefined when it cannot be taken back (any more). */
  readonly filled: FilledRecord | undefined;
  /** Takes the last choice back. */
  readonly undo: () => void;
  /** Answers open questions from the record of a code in its country. @returns whether the code is known */
  readonly complete: (code: string, signal: AbortSignal) => Promise<boolean>;
  /** The country that is chosen next to the question. */
  readonly country: () => string | undefined;
  /** Whether anything is answered of what else a record would answer. */
  readonly isAnsweredBeside: () => boolean;
};

/** Labels of the questions that were filled in or emptied. */
export type FilledRecord = { readonly labels: readonly string[]; readonly emptied: readonly string[] };
