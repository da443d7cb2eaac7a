import type { TreeNode } from '#studio/studio-data.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Place } from '#compiler/source/cursor.ts';
import type { LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import { childrenOf } from '#form/definition/form-part.ts';

/** The pages of a form with what they hold, as far as it has a name of its own. */
export function questionTree(partner: CompiledPartner): readonly TreeNode[] {
  return partner.definition.pages.map((page) => ({
    id: `page-${page.id}`,
    name: page.id,
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
    group: Pick<TreeNode, 'id' | 'name' | 'label'>,
    children: readonly LayoutNode[],
  ): TreeNode => ({
    ...group,
    kind: node.kind === 'section' ? 'section' : 'group',
    path,
    places,
    children: nodesIn(children, page, partner),
  });
  switch (node.kind) {
    case 'question':
      return [
        {
          id: node.key,
          name: node.key,
          kind: 'question',
          label: page.questions[node.key]?.label ?? node.key,
          path,
          places: [...placesOf(partner.taken.keys.get(node.key)?.property), ...places],
          children: [],
        },
      ];
    case 'section': {
      const { id, title: label } = node;
      if (label === undefined) return nodesIn(node.children, page, partner);
      return [holding({ id: `section-${id}`, name: id, label }, node.children)];
    }
    case 'tabs':
      return node.tabs.map(({ id, title, children }) =>
        holding(
          { id: `tab-${node.id}-${id}`, name: `${node.id}=${id}`, label: `${node.label}: ${title}` },
          children,
        ),
      );
    case 'addAnother':
      return node.instances.map(({ title: label, children }, index) =>
        holding({ id: `instance-${node.id}-${index + 1}`, name: node.id, label }, children),
      );
    case 'confirm':
      return [holding({ id: `confirm-${node.id}`, name: node.id, label: node.label }, node.children)];
    default:
      return nodesIn(childrenOf(node), page, partner);
  }
}

function placesOf(at: { readonly place: Place } | undefined): readonly Place[] {
  return at ? [at.place] : [];
}
