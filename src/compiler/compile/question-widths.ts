import type { LayoutNode } from '#form/definition/definition.ts';
import type { PageWalk } from './page-walk.ts';

const COLUMNS = 12;

/** A question that the layout places outside of a row: in one of its own where it has a width. */
export function inRowOfItsOwn(node: LayoutNode, walk: PageWalk): LayoutNode {
  const width = widthOf(node, walk);
  return width === undefined ? node : { kind: 'row', widths: [width], children: [node] };
}

/** The widths of a row that lists none; undefined when no question has one. */
export function rowWidths(children: readonly LayoutNode[], walk: PageWalk): readonly number[] | undefined {
  const given = children.map((child) => widthOf(child, walk));
  const known = given.filter((width) => width !== undefined);
  if (known.length === 0) return undefined;
  const left = COLUMNS - known.reduce((sum, width) => sum + width, 0);
  const others = given.length - known.length;
  const share = Math.floor(left >= others ? left / others : COLUMNS / given.length);
  return given.map((width) => width ?? share);
}

/** What the entry of a question says of its width, in shares of twelve. */
function widthOf(node: LayoutNode, { taken }: PageWalk): number | undefined {
  const placed = node.kind === 'question' ? taken.keys.get(node.key) : undefined;
  return placed?.walk.scope.pair.ui.at(placed.name)?.at('ui:width')?.number();
}
