import type { Condition, LayoutNode } from '#form/definition/definition.ts';
import type { Place } from '../source/cursor.ts';

/** What is asked about: something of the form that has a name in the files. */
export type Subject = {
  readonly kind:
    | Extract<LayoutNode, { readonly id: string }>['kind']
    | 'question'
    | 'answer'
    | 'tab'
    | 'page';
  /** The name by which it is asked for: `visa_type`, `citizenship_type=PR`, `school_tabs=home`. */
  readonly name: string;
  /** What students read: “Visa Type”. */
  readonly label: string;
  /** Id of the page. */
  readonly page: string;
};

/** Something that is said, about what and where that is written. */
export type Sentence = { readonly text: string; readonly at?: Place | undefined };

/** One of the conditions that must all be true. */
export type Reason = Sentence & { readonly condition: Condition };

/** What an answer does. */
export type EffectKind =
  | 'shows'
  | 'requires'
  | 'limits'
  | 'compares'
  | 'notices'
  | 'opens a list'
  | 'clears'
  | 'fills in';

/** Something that an answer has a part in deciding. */
export type Effect = Sentence & {
  readonly kind: EffectKind;
  /** Keys of the questions that it is about. */
  readonly keys: readonly string[];
  readonly when?: Condition;
};

/** What several answers to a question do alike. */
export type AnswerEffects = {
  /** As the files write them. */
  readonly values: readonly string[];
  readonly labels: readonly string[];
  /** Each a sentence: shows “Visa Type”, while also “Country” is “Canada”. */
  readonly effects: readonly Sentence[];
};

/** The fewest answers and clicks that lead to something, and the path that opens the form so filled in. */
export type Way = {
  readonly answers: readonly string[];
  readonly clicks: readonly string[];
  readonly path: string;
};

/** Everything that the files say of something in the form of one partner, in words. */
export type Explanation = {
  readonly subject: Subject;
  /** All of these must be true for it to show; none: it always shows. */
  readonly shownWhen: readonly Reason[];
  /** The paragraph that answers the question, a sentence each. */
  readonly summary: readonly string[];
  /** Limits, formats, comparisons with other answers, notices. */
  readonly rules: readonly Sentence[];
  readonly decides: readonly Effect[];
  readonly answers: readonly AnswerEffects[];
  /** What is saved with it, drawn with it and looked up, what it holds. */
  readonly further: readonly string[];
  /** Absent where no answers lead there. */
  readonly way?: Way | undefined;
  /** Where it is written, from the pages down. */
  readonly written: readonly Place[];
  /** The names of the partners that have it, and the titles of the invented students who get there. */
  readonly partners: readonly string[];
  readonly personas: readonly string[];
};
