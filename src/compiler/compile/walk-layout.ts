import type {
  Condition,
  LayoutNode,
  MoreNode,
  SectionNode,
  SwitchNode,
} from '#form/definition/definition.ts';
import type { RichText } from '#form/definition/rich-text.ts';
import type { Cursor } from '../source/cursor.ts';
import { questionKeyOf, isVisibleTo, kindOf } from '../source/layout-nodes.ts';
import { readRichText } from '../source/rich-text.ts';
import { conjunctionOf, negateCondition } from './negate.ts';
import { type NodeHead, readHead, shownWhen } from './node-head.ts';
import type { PageWalk } from './page-walk.ts';
import { placeQuestion } from './place-question.ts';
import { resolveCondition } from './resolve-condition.ts';
import { walkAddAnother, walkBlock } from './walk-block.ts';

/** Converts layout nodes to definition nodes and places their questions. */
export function walkNodes(nodes: readonly Cursor[], walk: PageWalk): readonly LayoutNode[] {
  const { partner } = walk.context.sources;
  return nodes.flatMap((node) => (isVisibleTo(partner, node) ? walkNode(node, walk) : []));
}

function walkNode(node: Cursor, walk: PageWalk): readonly LayoutNode[] {
  const head = readHead(node, walk);
  const name = questionKeyOf(node);
  const nodes =
    name === undefined
      ? walkKind(node, walk, head)
      : placeQuestion(node, walk, { name, condition: head.condition });
  for (const compiled of nodes) walk.context.origins.set(compiled, node);
  if (head.clears) for (const compiled of nodes) walk.parts.clears.set(compiled, head.clears);
  return name === undefined || walk.inRow ? nodes : nodes.map((one) => wrapInRow(one, walk));
}

function walkKind(node: Cursor, walk: PageWalk, head: NodeHead): readonly LayoutNode[] {
  switch (kindOf(node)) {
    case 'section':
      return [walkSection(node, walk, head)];
    case 'row':
      return [walkRow(node, walk, head)];
    case 'text':
      return [{ kind: 'text', paragraphs: paragraphsOf(node), ...shownWhen(head.condition) }];
    case 'confirm':
      return [walkConfirm(node, walk, head)];
    case 'more':
      return [{ kind: 'more', id: head.id, ...labelled(node, walk), ...shownWhen(head.condition) }];
    case 'switch':
      return [walkSwitch(node, walk, head)];
    case 'tabs':
      return [walkTabs(node, walk, head)];
    case 'addAnother':
      return [walkAddAnother(node, walk, { head, walkNodes })];
    case 'block':
      return walkBlock(node, walk, { head, walkNodes });
    default:
      return [];
  }
}

function childrenOf(node: Cursor, walk: PageWalk): readonly LayoutNode[] {
  return walkNodes(node.list('children'), { ...walk, inRow: false });
}

function paragraphsOf(node: Cursor): readonly RichText[] {
  return (node.at('paragraphs')?.texts() ?? []).map((paragraph) => readRichText(paragraph));
}

function walkSection(node: Cursor, walk: PageWalk, head: NodeHead): SectionNode {
  const title = node.at('title')?.text();
  const help = node.at('help')?.text();
  return {
    kind: 'section',
    id: head.id,
    ...(title === undefined ? {} : { title }),
    ...(help === undefined ? {} : { help: readRichText(help) }),
    children: childrenOf(node, walk),
    ...shownWhen(head.condition),
  };
}

function walkRow(node: Cursor, walk: PageWalk, head: NodeHead): LayoutNode {
  const items = node.list('children');
  const children = walkNodes(items, { ...walk, inRow: true });
  // Drops the widths of children that only other partners have.
  const isThere = (child: Cursor | undefined) => !child || isVisibleTo(walk.context.sources.partner, child);
  const listed = node.at('widths') && node.list('widths').filter((_width, index) => isThere(items[index]));
  const widths = listed?.flatMap((width) => width.number() ?? []) ?? rowWidths(children, walk);
  return { kind: 'row', ...(widths ? { widths } : {}), children, ...shownWhen(head.condition) };
}

function walkConfirm(node: Cursor, walk: PageWalk, head: NodeHead): LayoutNode {
  walk.taken.named.set(head.id, node.at('id') ?? node);
  return {
    kind: 'confirm',
    id: head.id,
    trigger: node.at('trigger')?.text() === 'checkbox' ? 'checkbox' : 'button',
    ...labelled(node, walk),
    ...shownWhen(head.condition),
  };
}

/** Returns the text of a button or box, and what it opens. */
function labelled(node: Cursor, walk: PageWalk): Pick<MoreNode, 'label' | 'children'> {
  return { label: node.at('label')?.text() ?? '', children: childrenOf(node, walk) };
}

/** Compiles a switch: shows each case while it is true and no earlier one is. */
function walkSwitch(node: Cursor, walk: PageWalk, head: NodeHead): LayoutNode {
  const earlier: Condition[] = [];
  const cases: SwitchNode['cases'] = node.list('cases').map((one) => {
    const when = one.at('when');
    const own = when && resolveCondition(when, walk.scope, walk.context);
    const visibleWhen = conjunctionOf([...earlier.map(negateCondition), ...(own ? [own] : [])]);
    if (own) earlier.push(own);
    if (visibleWhen) walk.context.origins.set(visibleWhen, when ?? one);
    const compiled = { ...shownWhen(visibleWhen), children: childrenOf(one, walk) };
    walk.context.origins.set(compiled, one);
    return compiled;
  });
  return { kind: 'switch', id: head.id, cases, ...shownWhen(head.condition) };
}

/** Compiles a tab group: contents show only in the chosen tab. */
function walkTabs(node: Cursor, walk: PageWalk, { id, condition }: NodeHead): LayoutNode {
  walk.taken.named.set(id, node.at('id') ?? node);
  walk.taken.groups.set(id, { node, scope: walk.scope });
  const tabs = node.list('tabs').map((tab) => {
    const compiled = {
      id: tab.at('id')?.text() ?? '',
      title: tab.at('title')?.text() ?? '',
      children: childrenOf(tab, walk),
    };
    walk.context.origins.set(compiled, tab);
    return compiled;
  });
  const label = node.at('label')?.text() ?? '';
  const defaultTab = node.at('defaultTab')?.text() ?? '';
  return { kind: 'tabs', id, label, defaultTab, tabs, ...shownWhen(condition) };
}

const COLUMNS = 12;

/** Wraps a question outside rows in its own row if it has a width. */
function wrapInRow(node: LayoutNode, walk: PageWalk): LayoutNode {
  const width = widthOf(node, walk);
  return width === undefined ? node : { kind: 'row', widths: [width], children: [node] };
}

/** Derives the widths of a row that lists none; undefined if no question has one. */
function rowWidths(children: readonly LayoutNode[], walk: PageWalk): readonly number[] | undefined {
  const given = children.map((child) => widthOf(child, walk));
  const known = given.filter((width) => width !== undefined);
  if (known.length === 0) return undefined;
  const remaining = COLUMNS - known.reduce((sum, width) => sum + width, 0);
  const others = given.length - known.length;
  const share = Math.floor(remaining >= others ? remaining / others : COLUMNS / given.length);
  return given.map((width) => width ?? share);
}

/** Returns a question's width in twelfths, from its UI entry. */
function widthOf(node: LayoutNode, { taken }: PageWalk): number | undefined {
  const placed = node.kind === 'question' ? taken.keys.get(node.key) : undefined;
  return placed?.walk.scope.pair.ui.at(placed.name)?.at('ui:width')?.number();
}
