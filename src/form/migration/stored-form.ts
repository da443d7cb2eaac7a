import type { FormState } from '../definition/definition.ts';
import type { StoredAnswers } from '../answers/merge-answers.ts';

/** Stored parts of an application that migrations affect. */
export type StoredForm = Omit<StoredAnswers, 'version'> & {
  readonly tabs: FormState['tabs'];
  readonly counts: FormState['counts'];
  /** Key → time of attachment, in any unit. */
  readonly documents: Readonly<Record<string, number>>;
};

/** One migration step. Anything else stays unchanged. */
export type MigrationStep =
  /** Moves an answer and its label to the current key, replacing an older answer. */
  | { readonly kind: 'answer'; readonly from: string; readonly to: string }
  /** Replaces a former or retired value of a current key; all values are from the files. */
  | { readonly kind: 'value'; readonly key: string; readonly from: string; readonly to: string }
  | { readonly kind: 'valueDeleted'; readonly key: string; readonly value: string }
  /** Deletes an answer, or a document with its files, of a retired question. */
  | { readonly kind: 'answerDeleted' | 'documentDeleted'; readonly key: string }
  /** Moves a document; `replaces`: deletes an older one under the current key. */
  | { readonly kind: 'document'; readonly from: string; readonly to: string; readonly replaces: boolean }
  /** Moves a group's chosen tab, or an add-another's count, to the current ID. */
  | { readonly kind: 'tabs' | 'count'; readonly from: string; readonly to: string }
  /** Renames the chosen tab of a current group. */
  | { readonly kind: 'tab'; readonly group: string; readonly from: string; readonly to: string }
  /** Drops a retired chosen tab of a current group. */
  | { readonly kind: 'tabDeleted'; readonly group: string; readonly tab: string }
  /** Drops the choice in a retired tab group or add-another. */
  | { readonly kind: 'choiceDeleted'; readonly group: string };
