import { createContext, use } from 'react';
import type { PageDefinition } from '#form/definition/definition.ts';
import type { DocumentView } from '#client/widgets/file/document-view.ts';

/** Question key → the sentences of what is missing or wrong there. */
export type Problems = ReadonlyMap<string, readonly string[]>;

/** What everything that draws a page of the review is given. */
export type ReviewScope = {
  readonly page: PageDefinition;
  readonly problems: Problems;
  /** False for what is submitted. */
  readonly canChange: boolean;
  /** Opens all sections or closes them, whatever each was before; each time an object of its own. */
  readonly everything: { readonly isOpen: boolean } | undefined;
  readonly documents: ReviewedDocuments;
  /** False in the first turn, in which a section that is closed is drawn without its answers. */
  readonly isWhole: boolean;
};

/** The documents, by the keys of the form that is shown. */
export type ReviewedDocuments = {
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: (key: string) => DocumentView;
};

export const ReviewScopeContext = createContext<ReviewScope | undefined>(undefined);

/** @throws Error outside a page of the review */
export function useReviewScope(): ReviewScope {
  const scope = use(ReviewScopeContext);
  if (!scope) throw new Error('A section is reviewed outside of ReviewedPages.');
  return scope;
}
