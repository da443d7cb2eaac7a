import type { LayoutNode } from '#form/definition/definition.ts';
import type { Place } from '../source/cursor.ts';

/** A named part of the form to explain. */
export type Subject = {
  readonly kind:
    | Extract<LayoutNode, { readonly id: string }>['kind']
    | 'question'
    | 'answer'
    | 'tab'
    | 'page';
  /** Requested name: `visa_type`, `citizenship_type=PR`, `school_tabs=home`. */
  readonly name: string;
  /** Label for students: “Visa Type”. */
  readonly label: string;
  readonly page: string;
};

/** A statement with its place in the files. */
export type Sentence = { readonly text: string; readonly at?: Place | undefined };

/** Kind of effect of an answer. */
export type EffectKind =
  | 'shows'
  | 'requires'
  | 'limits'
  | 'compares'
  | 'notices'
  | 'opens a list'
  | 'clears'
  | 'fills in';

/** Something an answer helps decide. */
export type Effect = Sentence & { readonly keys: readonly string[] };

/** Common effects of several answers to a question. */
export type AnswerEffects = {
  readonly labels: readonly string[];
  /** Sentences: shows “Visa Type”, while also “Country” is “Canada”. */
  readonly effects: readonly Sentence[];
};

/** The fewest answers and clicks to reach something, with the path of the prefilled form. */
export type ShortestWay = {
  readonly answers: readonly string[];
  readonly clicks: readonly string[];
  readonly path: string;
};

/** Everything a partner's form says about a subject, in words. */
export type Explanation = {
  readonly subject: Subject;
  /** Visibility conditions; empty: always visible. */
  readonly shownWhen: readonly Sentence[];
  /** Summary, one sentence per item. */
  readonly summary: readonly string[];
  /** Limits, formats, comparisons with other answers, notices. */
  readonly rules: readonly Sentence[];
  readonly decides: readonly Effect[];
  readonly answers: readonly AnswerEffects[];
  /** Absent if unreachable. */
  readonly way?: ShortestWay | undefined;
  /** Places in the files, starting with the pages. */
  readonly written: readonly Place[];
  /** Names of the partners that have it, and titles of the personas who reach it. */
  readonly partners: readonly string[];
  readonly personas: readonly string[];
};
