import type { Answers } from '#form/definition/definition.ts';
import type { FoundRecord } from '#form/answers/record-answers.ts';

/** A look-up result (docs/behavior.md 3.8). */
export type Suggestion = {
  readonly id: string;
  readonly text: string;
  /** Distinguishes results with the same text. */
  readonly sub_text: string;
};

/** Best results, and whether there are more. */
export type LookupResults = { readonly items: readonly Suggestion[]; readonly hasMore: boolean };

/** A query with known location data. */
export type LookupSearch = {
  readonly category: string;
  readonly query: string;
  /** State code, preferred among equal matches. */
  readonly state?: string | undefined;
  /** Country code chosen for the look-up. */
  readonly country?: string | undefined;
};

/** Directory service. Both calls reject without a response. */
export type LookupService = {
  /** Returns matches, best first. */
  readonly search: (query: LookupSearch, signal: AbortSignal) => Promise<LookupResults>;
  readonly find: (
    query: { readonly category: string; readonly id: string },
    signal: AbortSignal,
  ) => Promise<FoundRecord>;
};

export type QuestionLookup = {
  /** Rejects without a response. */
  readonly search: (query: string, signal: AbortSignal) => Promise<LookupResults>;
  /** Sets the question and its record's answers; undo restores `before`. @returns false without a record */
  readonly choose: (chosen: Suggestion, before: Answers, signal: AbortSignal) => Promise<boolean>;
  /** Clears unchanged answers of the earlier record, after own text replaced it. */
  readonly takeOwn: (before: Answers, signal: AbortSignal) => void;
  /** Other changes by the last choice; undefined once not undoable. */
  readonly filled: FilledRecord | undefined;
  readonly undo: () => void;
  /** Fills unanswered questions from a code's record in its country. @returns whether the code is known */
  readonly complete: (code: string, signal: AbortSignal) => Promise<boolean>;
  /** Country chosen next to the question. */
  readonly country: () => string | undefined;
  /** Whether any other question of the record is answered. */
  readonly hasFilledAnswer: () => boolean;
};

/** Labels of filled and cleared questions. */
export type FilledRecord = { readonly labels: readonly string[]; readonly emptied: readonly string[] };
