import type { Answers } from '#form/definition/definition.ts';
import type { FoundRecord } from '#form/answers/record-answers.ts';

/** One line of the list below a question that is looked up (docs/behavior.md 3.8). */
export type Suggestion = {
  readonly id: string;
  readonly text: string;
  /** Distinguishes two of the same text. */
  readonly sub_text: string;
};

/** What was found: the best, and whether more fits what is typed. */
export type Found = { readonly items: readonly Suggestion[]; readonly hasMore: boolean };

/** What is looked for, and what is known of the place where it is. */
type LookupSearch = {
  readonly category: string;
  readonly query: string;
  /** Code of the state whose entries come first among equals. */
  readonly state?: string | undefined;
  /** Code of the country that was chosen for what is looked for. */
  readonly country?: string | undefined;
};

/** What knows the directories. Both calls reject when there is no answer. */
export type LookupService = {
  /** What fits what is typed, the best first. */
  readonly search: (query: LookupSearch, signal: AbortSignal) => Promise<Found>;
  readonly find: (
    query: { readonly category: string; readonly id: string },
    signal: AbortSignal,
  ) => Promise<FoundRecord>;
};

/** How one question is looked up: the service, tied to the question by the form. */
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

/** Labels of questions that were filled in, and of those that were emptied because the record knows nothing of them. */
export type FilledRecord = { readonly labels: readonly string[]; readonly emptied: readonly string[] };
