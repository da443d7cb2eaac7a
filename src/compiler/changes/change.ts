import type { FormState } from '#form/definition/definition.ts';
import type { Retired } from '#form/definition/moves.ts';
import type { Witness } from '../source/fault.ts';
import type { Difference } from './both-forms.ts';

type ChangeKind =
  | 'added'
  | 'removed'
  | 'renamed'
  | 'moved'
  /** Any text of it: label, help, title, message, paragraph, label of an option. */
  | 'reworded'
  | 'required'
  /** Of more or fewer students, or under other circumstances. */
  | 'asked'
  /** Which answers are right, or what is said next to one. */
  | 'answers'
  | 'options'
  /** How it is drawn and filled in. */
  | 'look'
  /** Of the form as a whole: its pages, their buttons, the names it greets with. */
  | 'form'
  /** Of the partner: texts, colors, logo, addresses. */
  | 'partner';

/** Where something is in one of the two forms: what a picture shows, and frames. */
export type ChangedPart = {
  /** Id of the page, or of the log-in card. */
  readonly page: string;
  readonly isCard?: true;
  /** Id of the innermost section with a title that it is in. */
  readonly section?: string;
  /** Key of the question; the first of a repeated block. */
  readonly key?: string;
};

/** The fewest answers with which the two forms differ here, in words and as a state that the page can be filled with. */
export type ChangeWitness = Witness & { readonly state: FormState };

/** What can be lost with a change: answers under a key, those that chose a value, a tab, what an add-another holds. */
export type Removal =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'value'; readonly key: string; readonly value: string }
  | { readonly kind: 'tab'; readonly group: string; readonly tab: string }
  | { readonly kind: 'group'; readonly group: string };

/** Something that a student of one partner meets otherwise than before. */
export type Change = {
  readonly kind: ChangeKind;
  /** Page, section, section in it, by their titles. */
  readonly heading: readonly string[];
  /** Set where the page, section or tab that the heading ends with is new, or no longer there. */
  readonly place?: 'new' | 'gone';
  /** What happened, for a clerk; a sentence. */
  readonly sentence: string;
  /** Where it was; absent where it was not there. */
  readonly before?: ChangedPart;
  /** Where it is; absent where it is no longer there. */
  readonly after?: ChangedPart;
  readonly witness?: ChangeWitness;
  readonly removal?: Removal;
  /** What `retired.json` says becomes of the answers; absent where it says nothing. */
  readonly fate?: Retired;
  /** What students read who gave an answer that is not offered any more, until they submit. */
  readonly reads?: string;
};

/** Something that happened to a question or to another part of a page, as the end of a sentence (see `Draft`). */
export type ChangeText = {
  readonly kind: ChangeKind;
  readonly happened: string;
  /** In place of the part's own name. */
  readonly subject?: string;
  readonly difference?: Difference;
  readonly removal?: Removal;
  /** What else the heading ends with. */
  readonly under?: string;
};
