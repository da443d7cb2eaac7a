import type { Condition, LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import { type LayoutStep, layoutSteps, ownCondition } from '#form/definition/layout-steps.ts';
import type { CompiledPartner } from '../compile/compile-partner.ts';
import type { Cursor } from '../source/cursor.ts';

/** A conditional place in a layout: node, case or tab, with its surrounding conditions. */
export type LayoutPlace = {
  readonly node: LayoutNode;
  /** Name for staff: `the section "visa"`. */
  readonly name: string;
  readonly page: string;
  /** Outermost first, without its own. */
  readonly around: readonly Condition[];
  readonly own?: Condition;
  /** Set for a switch case. */
  readonly switchCase?: { readonly index: number };
  readonly at: Cursor;
};

/** Lists all places in the layouts of a form, parents first. */
export function layoutPlaces({ definition, origins }: CompiledPartner): readonly LayoutPlace[] {
  return definition.pages.flatMap((page) =>
    layoutSteps(page).flatMap((step) => placesAt(step, page, origins)),
  );
}

function placesAt(
  step: LayoutStep,
  { id: page, visibleWhen }: PageDefinition,
  origins: CompiledPartner['origins'],
): readonly LayoutPlace[] {
  const { node, branch, conditions: around } = step;
  if (branch && node.kind !== 'switch') return [];
  const at = origins.get(branch?.part ?? node);
  if (!at) return [];
  const own = ownCondition(step);
  const place = { node, page, around, at, ...(own && { own }) };
  const isPage = own !== undefined && own === visibleWhen;
  if (!branch || node.kind !== 'switch')
    return [{ ...place, name: isPage ? `the page "${page}"` : nodeInWords(node) }];
  const { index } = branch;
  const name = `case ${index + 1} of the switch "${node.id}"`;
  return [{ ...place, name, switchCase: { index } }];
}

/** Returns a node's name for staff, as written: `the section "visa"`. */
function nodeInWords(node: LayoutNode): string {
  switch (node.kind) {
    case 'question':
      return `the question "${node.key}"`;
    case 'row':
    case 'text':
      return `this ${node.kind}`;
    case 'addAnother':
      return `the add-another "${node.id}"`;
    case 'confirm':
      return `the confirmation "${node.id}"`;
    case 'tabs':
      return `the tab group "${node.id}"`;
    default:
      return `the ${node.kind} "${node.id}"`;
  }
}
