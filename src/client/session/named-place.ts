import type { FormDefinition, LayoutNode } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { isTitledSection } from '#form/definition/section-anchor.ts';
import type { NavigationState } from '#client/screens/navigation-state.ts';
import { sectionPlace } from './section-place.ts';

/** A place of the form as an address, and what is passed on to it. */
type Place = {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: NavigationState;
};

/**
 * Where `?page=<id>&section=<id>` leads: to the page, and there to the section, or to its first question where it has no
 * heading. Undefined when no page is named that there is.
 */
export function namedPlace(definition: FormDefinition, search: string): Place | undefined {
  const { page: pageId, section: sectionId, ...rest } = Object.fromEntries(new URLSearchParams(search));
  const page = definition.pages.find(({ id }) => id === pageId);
  if (!page) return undefined;
  const section = allNodes(page.layout).find((node) => node.kind === 'section' && node.id === sectionId);
  const query = new URLSearchParams(rest).toString();
  return {
    pathname: page.path,
    search: query === '' ? '' : `?${query}`,
    ...(section ? placeIn(section) : { hash: '', state: {} }),
  };
}

function placeIn(section: LayoutNode): Pick<Place, 'hash' | 'state'> {
  if (isTitledSection(section)) return sectionPlace(section);
  const first = allNodes([section]).find((node) => node.kind === 'question');
  return { hash: `#${first?.key ?? ''}`, state: {} };
}
