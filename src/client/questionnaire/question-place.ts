import type { ConfirmNode, LayoutNode, SectionNode, TabsNode } from '#form/definition/definition.ts';
import { allNodes, childrenOf } from '#form/definition/form-part.ts';
import { sectionAnchor } from '#form/definition/walk-layout.ts';

/** A group that has to show its content before a question inside is on the page. */
export type TabOpening =
  | { readonly kind: 'tab'; readonly group: TabsNode; readonly tab: string }
  | { readonly kind: 'confirm'; readonly node: ConfirmNode };

/** The id of the heading of a section. */
export function sectionHeading(section: Pick<SectionNode, 'id'>): string {
  return `section-${sectionAnchor(section)}`;
}

/**
 * The tabs and confirmations around a question, or around a section, outermost first.
 *
 * @param name the key of the question, or the name of the section in addresses; a question comes first
 * @returns undefined when it is not in the layout
 */
export function openingsBefore(
  layout: readonly LayoutNode[],
  name: string,
): readonly TabOpening[] | undefined {
  const isQuestion = allNodes(layout).some((node) => node.kind === 'question' && node.key === name);
  return openingsAround(layout, (node) =>
    node.kind === 'question'
      ? node.key === name
      : !isQuestion && node.kind === 'section' && sectionAnchor(node) === name,
  );
}

function openingsAround(
  layout: readonly LayoutNode[],
  isWanted: (node: LayoutNode) => boolean,
): readonly TabOpening[] | undefined {
  for (const node of layout) {
    if (isWanted(node)) return [];
    const inside = openingsInside(node, isWanted);
    if (inside) return inside;
  }
  return undefined;
}

function openingsInside(
  node: LayoutNode,
  isWanted: (node: LayoutNode) => boolean,
): readonly TabOpening[] | undefined {
  if (node.kind !== 'tabs') {
    const inside = openingsAround(childrenOf(node), isWanted);
    return inside && node.kind === 'confirm' ? [{ kind: 'confirm', node }, ...inside] : inside;
  }
  for (const { id, children } of node.tabs) {
    const inside = openingsAround(children, isWanted);
    if (inside) return [{ kind: 'tab', group: node, tab: id }, ...inside];
  }
  return undefined;
}
