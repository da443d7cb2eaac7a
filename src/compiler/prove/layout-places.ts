import type { CompiledPartner } from '#compiler/compile/compile-partner.ts';
import type { Cursor } from '#compiler/source/cursor.ts';
import { nodeInWords } from '#compiler/words/node-words.ts';
import type { Condition, LayoutNode, SwitchNode } from '#form/definition/definition.ts';

/** Something in a layout that shows or does not: a node, a case or a tab, with the conditions around it. */
export type LayoutPlace = {
  readonly node: LayoutNode;
  /** What a clerk calls it: `the section "visa"`. */
  readonly name: string;
  readonly page: string;
  /** From the outside in, its own left out. */
  readonly around: readonly Condition[];
  readonly own?: Condition;
  /** Set for a case of a switch: which, and all of them. */
  readonly switchCase?: { readonly index: number; readonly cases: SwitchNode['cases'] };
  readonly at: Cursor;
};

/** Everything in the layouts of a form, each before what it holds. */
export function layoutPlaces({ definition, origins }: CompiledPartner): readonly LayoutPlace[] {
  return definition.pages.flatMap(({ id, layout }) => placesIn(layout, { page: id, around: [], origins }));
}

type Inside = Pick<LayoutPlace, 'page' | 'around'> & Pick<CompiledPartner, 'origins'>;

function placesIn(layout: readonly LayoutNode[], inside: Inside): readonly LayoutPlace[] {
  return layout.flatMap((node) => placesOf(node, inside));
}

function placesOf(node: LayoutNode, inside: Inside): readonly LayoutPlace[] {
  const at = inside.origins.get(node);
  const shown = within(inside, node.visibleWhen);
  const own = at ? [placeOf({ node, name: nodeInWords(node), at }, inside, node.visibleWhen)] : [];
  switch (node.kind) {
    case 'question':
    case 'text':
      return own;
    case 'switch':
      return [...own, ...casesOf(node, shown)];
    case 'tabs':
      return [
        ...own,
        ...node.tabs.flatMap(({ id, children }) =>
          placesIn(children, within(shown, { valueKey: node.id, operator: 'equals', target: id })),
        ),
      ];
    case 'addAnother':
      return [...own, ...node.instances.flatMap(({ children }) => placesIn(children, shown))];
    default:
      return [...own, ...placesIn(node.children, shown)];
  }
}

function casesOf(node: SwitchNode, inside: Inside): readonly LayoutPlace[] {
  const { cases } = node;
  return cases.flatMap((one, index) => {
    const at = inside.origins.get(one);
    const name = `case ${index + 1} of the switch "${node.id}"`;
    const own = at
      ? [{ ...placeOf({ node, name, at }, inside, one.visibleWhen), switchCase: { index, cases } }]
      : [];
    return [...own, ...placesIn(one.children, within(inside, one.visibleWhen))];
  });
}

function placeOf(
  place: Pick<LayoutPlace, 'node' | 'name' | 'at'>,
  { page, around }: Inside,
  own: Condition | undefined,
): LayoutPlace {
  return { ...place, page, around, ...(own ? { own } : {}) };
}

function within(inside: Inside, condition: Condition | undefined): Inside {
  return condition ? { ...inside, around: [...inside.around, condition] } : inside;
}
