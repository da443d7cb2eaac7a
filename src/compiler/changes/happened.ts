import type { Difference } from './both-forms.ts';
import type { ChangeKind, Removal } from './change.ts';

/** Something that happened to a question or to another part of a page, as the end of a sentence (see `Draft`). */
export type Happened = {
  readonly kind: ChangeKind;
  readonly happened: string;
  /** In place of the part's own name. */
  readonly subject?: string;
  readonly difference?: Difference;
  readonly removal?: Removal;
  /** What else the heading ends with. */
  readonly under?: string;
};
