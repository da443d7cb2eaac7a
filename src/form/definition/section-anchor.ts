import type { SectionNode } from './definition.ts';

/** A section with a heading, which an address can name. */
export type TitledSection = SectionNode & { readonly title: string };

export function isTitledSection(node: {
  readonly kind: string;
  readonly title?: unknown;
}): node is TitledSection {
  return node.kind === 'section' && node.title !== undefined;
}

/**
 * What names a section in an address, `/about#phones`: its id in small letters, with hyphens. No other section of its
 * page has the same, and a question only inside it, which then comes first (the rule section-address).
 */
export function sectionAnchor({ id }: Pick<SectionNode, 'id'>): string {
  return id.replaceAll('_', '-').toLowerCase();
}
