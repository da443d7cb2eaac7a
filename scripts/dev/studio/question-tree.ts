import type { TreeNode } from '#client/studio/studio-data.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Place } from '#compiler/source/cursor.ts';
import type { LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import { childrenOf } from '#form/definition/form-part.ts';

/** The pages of a form with what they hold, as far as it has a name of its own. */
export function questionTree(partner: CompiledPartner): readonly TreeNode[] {
  return partner.definition.pages.map((page) => ({
    id: `page-${page.id}`,
    kind: 'page',
    label: page.title,
    path: page.path,
    places: placesOf(partner.sources.cursor(`pages/${page.id}.ui.json`)?.at('ui:layout')),
    children: nodesIn(page.layout, page, partner),
  }));
}

function nodesIn(
  layout: readonly LayoutNode[],
  page: PageDefinition,
  partner: CompiledPartner,
): readonly TreeNode[] {
  return layout.flatMap((node) => nodesOf(node, page, partner));
}

function nodesOf(node: LayoutNode, page: PageDefinition, partner: CompiledPartner): readonly TreeNode[] {
  const { path } = page;
  const places = placesOf(partner.origins.get(node));
  const holding = (
    kind: TreeNode['kind'],
    id: string,
    label: string,
    children: readonly LayoutNode[],
  ): TreeNode => ({ id, kind, label, path, places, children: nodesIn(children, page, partner) });
  switch (node.kind) {
    case 'question':
      return [
        {
          id: node.key,
          kind: 'question',
          label: page.questions[node.key]?.label ?? node.key,
          path,
          places: [...placesOf(partner.taken.keys.get(node.key)?.property), ...places],
          children: [],
        },
      ];
    case 'section':
      if (node.title === undefined) return nodesIn(node.children, page, partner);
      return [holding('section', `section-${node.id}`, node.title, node.children)];
    case 'tabs':
      return node.tabs.map((tab) =>
        holding('group', `tab-${node.id}-${tab.id}`, `${node.label}: ${tab.title}`, tab.children),
      );
    case 'addAnother':
      return node.instances.map((instance, index) =>
        holding('group', `instance-${node.id}-${index + 1}`, instance.title, instance.children),
      );
    case 'confirm':
      return [holding('group', `confirm-${node.id}`, node.label, node.children)];
    default:
      return nodesIn(childrenOf(node), page, partner);
  }
}

function placesOf(at: { readonly place: Place } | undefined): readonly Place[] {
  return at ? [at.place] : [];
}
