import type { TreeNode } from '#studio/studio-data.ts';
import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Place } from '#compiler/source/cursor.ts';
import type { PageDefinition } from '#form/definition/definition.ts';
import { type LayoutStep, layoutSteps } from '#form/definition/layout-steps.ts';

/** Returns the pages of a form with their named contents. */
export function questionTree(partner: CompiledPartner): readonly TreeNode[] {
  return partner.definition.pages.map((page) => ({
    id: `page-${page.id}`,
    name: page.id,
    kind: 'page',
    label: page.title,
    path: page.path,
    places: placesOf(partner.sources.cursor(`pages/${page.id}.ui.json`)?.at('ui:layout')),
    children: nodesIn(page, partner),
  }));
}

function nodesIn(page: PageDefinition, partner: CompiledPartner): readonly TreeNode[] {
  const top: TreeNode[] = [];
  const inside = new Map<LayoutStep, TreeNode[]>();
  for (const step of layoutSteps(page)) {
    const named = nameOf(step, page);
    if (!named) continue;
    const holder = step.path.findLast((each) => inside.has(each));
    const children: TreeNode[] = [];
    const property = named.kind === 'question' ? partner.taken.keys.get(named.id)?.property : undefined;
    const places = [...placesOf(property), ...placesOf(partner.origins.get(step.node))];
    (holder ? inside.get(holder) : top)?.push({ ...named, path: page.path, places, children });
    inside.set(step, children);
  }
  return top;
}

/** Returns a step's node in the tree; undefined for unnamed containers. */
function nameOf(
  { node, branch }: LayoutStep,
  { questions }: PageDefinition,
): Pick<TreeNode, 'id' | 'name' | 'kind' | 'label'> | undefined {
  const kind = 'group';
  switch (node.kind) {
    case 'question':
      return {
        id: node.key,
        name: node.key,
        kind: 'question',
        label: questions[node.key]?.label ?? node.key,
      };
    case 'section': {
      const { id: name, title: label } = node;
      return label === undefined ? undefined : { id: `section-${name}`, name, kind: 'section', label };
    }
    case 'tabs': {
      const tab = branch && node.tabs[branch.index];
      const label = `${node.label}: ${tab?.title}`;
      return tab && { id: `tab-${node.id}-${tab.id}`, name: `${node.id}=${tab.id}`, kind, label };
    }
    case 'addAnother': {
      const { index, heading: label = '' } = branch ?? {};
      return index === undefined
        ? undefined
        : { id: `instance-${node.id}-${index + 1}`, name: node.id, kind, label };
    }
    case 'confirm':
      return branch ? undefined : { id: `confirm-${node.id}`, name: node.id, kind, label: node.label };
    default:
      return undefined;
  }
}

function placesOf(at: { readonly place: Place } | undefined): readonly Place[] {
  return at ? [at.place] : [];
}
