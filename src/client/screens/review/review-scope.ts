import { createContext, use } from 'react';
import type { PageDefinition, SectionNode, FormDefinition, FormState } from '#form/definition/definition.ts';
import type { DocumentView } from '#client/widgets/file/document-view.ts';
import { sectionAnchor } from '#form/definition/walk-layout.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { summarize, type SummaryLine } from '#form/summary/summary.ts';
import type { PrintLines } from '#client/questionnaire/print/PrintAnswer.tsx';

/** Messages about missing or invalid answers, by question key. */
export type Problems = ReadonlyMap<string, readonly string[]>;

/** Context for rendering a review page. */
export type ReviewScope = {
  readonly page: PageDefinition;
  readonly problems: Problems;
  /** False once submitted. */
  readonly canChange: boolean;
  /** Opens or closes all sections; compared by identity. */
  readonly everything: { readonly isOpen: boolean } | undefined;
  readonly documents: ReviewedDocuments;
};

/** Documents by the keys of the displayed form. */
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

/** Anchor of the surrounding review section, or ''. */
export const ReviewSectionContext = createContext('');

/** Returns a section's anchor, as in `/review#about-phones`. */
export function reviewAnchor(page: string, section: Pick<SectionNode, 'id'>): string {
  return `${page}-${sectionAnchor(section)}`;
}

export const NO_PROBLEMS: Problems = new Map();

/**
 * Returns summary lines by question, empty for missing answers.
 * Choices are in words: `[X] [ ]` is for staff (docs/behavior.md 2.10).
 */
export function reviewedLines(
  definition: FormDefinition,
  state: FormState,
  { now, problems = NO_PROBLEMS }: { readonly now: Date; readonly problems?: Problems },
): PrintLines {
  const lines = summarize(definition, state, now).map((line): readonly [string, SummaryLine] => [
    line.key,
    line.kind === 'document' ? line : { ...line, kind: 'text', options: [] },
  ]);
  const answered = new Set(lines.map(([key]) => key));
  const missing = [...problems.keys()].filter((key) => !answered.has(key));
  return new Map([...lines, ...missing.flatMap((key) => emptyLine(definition, key))]);
}

function emptyLine(definition: FormDefinition, key: string): readonly (readonly [string, SummaryLine])[] {
  const question = questionsOf(definition).get(key);
  if (!question) return [];
  const { page, fullLabel: label } = question;
  return [[key, { page, section: '', key, label, value: '', kind: 'text', options: [] }]];
}
