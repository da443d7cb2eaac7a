import type { ConfirmNode, LayoutNode, TabsNode } from '#form/definition/definition.ts';
import { childrenOf } from '#form/definition/form-part.ts';

/** A group that has to show its content before a question inside is on the page. */
export type TabOpening =
  | { readonly kind: 'tab'; readonly group: TabsNode; readonly tab: string }
  | { readonly kind: 'confirm'; readonly node: ConfirmNode };

/** The id of a section's heading, by which an address names it: `/about#section-phones`. */
export function sectionHeading(section: string): string {
  return `section-${section}`;
}

/**
 * The tabs and confirmations around a question, or around the section with this heading, outermost first.
 *
 * @returns undefined when it is not in the layout
 */
export function openingsBefore(
  layout: readonly LayoutNode[],
  key: string,
): readonly TabOpening[] | undefined {
  for (const node of layout) {
    if (node.kind === 'question') {
      if (node.key === key) return [];
      continue;
    }
    if (node.kind === 'section' && sectionHeading(node.id) === key) return [];
    const inside = openingsInside(node, key);
    if (inside) return inside;
  }
  return undefined;
}

function openingsInside(node: LayoutNode, key: string): readonly TabOpening[] | undefined {
  if (node.kind !== 'tabs') {
    const inside = openingsBefore(childrenOf(node), key);
    return inside && node.kind === 'confirm' ? [{ kind: 'confirm', node }, ...inside] : inside;
  }
  for (const { id, children } of node.tabs) {
    const inside = openingsBefore(children, key);
    if (inside) return [{ kind: 'tab', group: node, tab: id }, ...inside];
  }
  return undefined;
}
