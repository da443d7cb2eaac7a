import type { Retired } from '#form/definition/answer-migrations.ts';
import type { Witness } from '../source/fault.ts';
import type { Difference } from './both-forms.ts';

type ChangeKind =
  | 'added'
  | 'removed'
  | 'renamed'
  | 'moved'
  /** Label, help, title, message, paragraph or option label. */
  | 'reworded'
  | 'required'
  /** Visible to more, fewer or different students. */
  | 'asked'
  /** Validation, or warnings next to an answer. */
  | 'answers'
  | 'options'
  /** Appearance and input method. */
  | 'look'
  /** The form as a whole: pages, buttons, greeting names. */
  | 'form'
  /** A new year of applications. */
  | 'cycle'
  /** The partner: texts, colors, logo, addresses. */
  | 'partner';

/** Location in one of the two forms. */
export type ChangedPart = {
  /** Page ID, or log-in card ID. */
  readonly page: string;
  readonly isCard?: true;
  /** ID of the innermost titled section. */
  readonly section?: string;
  /** Question key; for a repeated block, of its first instance. */
  readonly key?: string;
};

/** Data that a change can lose: answers under a key, chosen values, a tab, add-another instances. */
export type Removal =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'value'; readonly key: string; readonly value: string }
  | { readonly kind: 'tab'; readonly group: string; readonly tab: string }
  | { readonly kind: 'group'; readonly group: string };

/** One difference that a student of one partner can notice. */
export type Change = {
  readonly kind: ChangeKind;
  /** Titles of page, section and subsection. */
  readonly heading: readonly string[];
  /** Set if the last part of the heading is new or removed. */
  readonly place?: 'new' | 'gone';
  /** What changed, as one sentence for staff. */
  readonly sentence: string;
  /** Location in the old form; absent for additions. */
  readonly before?: ChangedPart;
  /** Location in the new form; absent for removals. */
  readonly after?: ChangedPart;
  /** The smallest answers for which the forms differ. */
  readonly witness?: Witness;
  readonly removal?: Removal;
  /** Handling of the stored answers according to `retired.json`; absent without an entry. */
  readonly fate?: Retired;
  /** Message to students who chose a removed option, shown until they submit. */
  readonly studentMessage?: string;
};

/** A change to one part of a page, as the end of a sentence (see `Draft`). */
export type ChangeText = {
  readonly kind: ChangeKind;
  readonly predicate: string;
  /** Overrides the name of the part. */
  readonly subject?: string;
  readonly difference?: Difference;
  readonly removal?: Removal;
  /** Appended to the heading. */
  readonly subheading?: string;
};
