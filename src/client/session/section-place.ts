import type { SectionNode } from '#form/definition/definition.ts';
import { sectionAnchor } from '#form/definition/section-anchor.ts';
import type { NavigationState } from '#client/screens/navigation-state.ts';

/**
 * What a link to a section adds to the path of its page. With the hash alone, a question in the section that has the
 * same name would come first.
 */
export function sectionPlace(section: Pick<SectionNode, 'id'>): {
  readonly hash: string;
  readonly state: NavigationState;
} {
  const anchor = sectionAnchor(section);
  return { hash: `#${anchor}`, state: { section: anchor } };
}
