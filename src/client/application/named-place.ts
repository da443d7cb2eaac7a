import type { FormDefinition, LayoutNode } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { sectionHeading } from '#client/form/question-place.ts';

/** A place of the form as an address. */
type Place = { readonly pathname: string; readonly search: string; readonly hash: string };

/**
 * Where `?page=<id>&section=<id>` leads: to the page, and there to the heading of the section, or to its first question
 * where it has none. Undefined when no page is named that there is.
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
    hash: section ? `#${idIn(section)}` : '',
  };
}

function idIn(section: LayoutNode): string {
  if (section.kind === 'section' && section.title !== undefined) return sectionHeading(section.id);
  return allNodes([section]).find((node) => node.kind === 'question')?.key ?? '';
}
