import type { Condition, LayoutNode, PageDefinition } from '../definition/definition.ts';
import { allNodes } from '../definition/form-part.ts';
import { memoizeByObject } from '../definition/memoize-by-object.ts';
import { isTitledSection, type TitledSection } from '../definition/section-anchor.ts';

/** A part of a page by which a student finds the way. */
export type PageSection = {
  readonly node: TitledSection;
  /** All that has to hold for it to be shown. */
  readonly around: readonly Condition[];
  /** Keys of its questions, with those that their widgets write too. */
  readonly keys: ReadonlySet<string>;
};

/**
 * The sections of a page, from top to bottom: those with a heading that are in no other one. What is inside a
 * repeatable group has headings of its own and is none.
 */
export const pageSections = memoizeByObject((page: PageDefinition): readonly PageSection[] =>
  sectionsIn(page.layout, []).map(({ node, around }) => ({ node, around, keys: keysInside(page, node) })),
);

type Placed = Omit<PageSection, 'keys'>;

function sectionsIn(layout: readonly LayoutNode[], around: readonly Condition[]): readonly Placed[] {
  return layout.flatMap((node) => {
    const shown = withCondition(around, node.visibleWhen);
    if (isTitledSection(node)) return [{ node, around: shown }];
    return branchesOf(node).flatMap(({ condition, children }) =>
      sectionsIn(children, withCondition(shown, condition)),
    );
  });
}

type Branch = { readonly condition?: Condition | undefined; readonly children: readonly LayoutNode[] };

function branchesOf(node: LayoutNode): readonly Branch[] {
  switch (node.kind) {
    case 'switch':
      return node.cases.map(({ visibleWhen, children }) => ({ condition: visibleWhen, children }));
    case 'tabs':
      return node.tabs.map(({ id, children }) => ({
        condition: { valueKey: node.id, operator: 'equals', target: id },
        children,
      }));
    case 'confirm':
      return [{ condition: { valueKey: node.id, operator: 'answered' }, children: node.children }];
    case 'section':
    case 'row':
      return [node];
    default:
      return [];
  }
}

function withCondition(all: readonly Condition[], one: Condition | undefined): readonly Condition[] {
  return one ? [...all, one] : all;
}

function keysInside(page: PageDefinition, section: TitledSection): ReadonlySet<string> {
  const placed = allNodes([section]).flatMap((node) => (node.kind === 'question' ? [node.key] : []));
  return new Set(placed.flatMap((key) => [key, ...(page.questions[key]?.parts ?? [])]));
}
