import type { FormState } from '../definition/definition.ts';
import type { StoredAnswers } from '../answers/merge-answers.ts';

/** What is stored of an application, as far as a change of the questions moves it. */
export type StoredForm = Omit<StoredAnswers, 'version'> & {
  readonly tabs: FormState['tabs'];
  readonly counts: FormState['counts'];
  /** Key → when its document was attached, in any unit. */
  readonly documents: Readonly<Record<string, number>>;
};

/** One thing that becomes of what is stored. What is in none of them stays where it was. */
export type Move =
  /** The answer under a former key, its label with it; what was under the key of today is older and replaced. */
  | { readonly kind: 'answer'; readonly from: string; readonly to: string }
  /** A value under its key of today that was another, or is none any more; each is one that the files name. */
  | { readonly kind: 'value'; readonly key: string; readonly from: string; readonly to: string }
  | { readonly kind: 'valueDeleted'; readonly key: string; readonly value: string }
  /** An answer, or a document with its files, whose question was retired so. */
  | { readonly kind: 'answerDeleted' | 'documentDeleted'; readonly key: string }
  /** `replaces`: a document is under the key of today, which goes with its files. */
  | { readonly kind: 'document'; readonly from: string; readonly to: string; readonly replaces: boolean }
  /** The chosen tab of a group, or the count of an add-another, under its former id. */
  | { readonly kind: 'tabs' | 'count'; readonly from: string; readonly to: string }
  /** The chosen tab of a group of today. */
  | { readonly kind: 'tab'; readonly group: string; readonly from: string; readonly to: string }
  /** The chosen tab of a group of today that was retired so. */
  | { readonly kind: 'tabDeleted'; readonly group: string; readonly tab: string }
  /** What was chosen in a tab group or an add-another that was retired so. */
  | { readonly kind: 'choiceDeleted'; readonly group: string };
