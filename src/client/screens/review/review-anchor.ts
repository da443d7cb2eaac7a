import { createContext } from 'react';
import type { SectionNode } from '#form/definition/definition.ts';
import { sectionAnchor } from '#form/definition/section-anchor.ts';

/** The section of the review that something is in, by its anchor; empty outside of all. */
export const ReviewSectionContext = createContext('');

/** What names a section in the address of the review, `/review#about-phones`. */
export function reviewAnchor(page: string, section: Pick<SectionNode, 'id'>): string {
  return `${page}-${sectionAnchor(section)}`;
}
