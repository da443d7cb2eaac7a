import type { LayoutNode, RichText, SectionNode } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { isSeenBy, kindOf } from '../source/layout-cursor.ts';
import { readRichText } from '../source/rich-text.ts';
import { type PageWalk, withCondition } from './page-walk.ts';
import { placeQuestion } from './place-question.ts';
import { walkAddAnother, walkBlock } from './walk-block.ts';
import { clearsOf, type Hiding, ownCondition, rememberClearing, shown, takeId } from './walk-node.ts';
import { walkSwitch } from './walk-switch.ts';
import { walkTabs } from './walk-tabs.ts';

/** Turns the nodes of a layout file into the nodes of the definition, placing the questions on the way. */
export function walkNodes(nodes: readonly Cursor[], walk: PageWalk): readonly LayoutNode[] {
  const { partner } = walk.context.sources;
  return nodes.flatMap((node) => (isSeenBy(partner, node) ? walkNode(node, walk) : []));
}

function walkNode(node: Cursor, walk: PageWalk): readonly LayoutNode[] {
  const name = node.text();
  if (name !== undefined) return placeQuestion(node, name, walk);
  const condition = ownCondition(node, walk);
  const before = walk.parts.placed.length;
  const inside = withCondition(walk, condition);
  const nodes = walkKind(node, inside, { condition });
  rememberClearing({ walk, condition, before, clears: clearsOf(node, walk) });
  return nodes;
}

function walkKind(node: Cursor, walk: PageWalk, hiding: Hiding): readonly LayoutNode[] {
  switch (kindOf(node)) {
    case 'section':
      return [walkSection(node, walk, hiding)];
    case 'row':
      return [walkRow(node, walk, hiding)];
    case 'text':
      return [{ kind: 'text', paragraphs: paragraphsOf(node), ...shown(hiding) }];
    case 'confirm':
      return [walkConfirm(node, walk, hiding)];
    case 'switch':
      return [walkSwitch(node, walk, { hiding, walkNodes })];
    case 'tabs':
      return [walkTabs(node, walk, { hiding, walkNodes })];
    case 'addAnother':
      return [walkAddAnother(node, walk, { hiding, walkNodes })];
    case 'block':
      return walkBlock(node, walk, { hiding, walkNodes });
    default:
      return [];
  }
}

function childrenOf(node: Cursor, walk: PageWalk): readonly LayoutNode[] {
  return walkNodes(node.at('children')?.items() ?? [], walk);
}

function paragraphsOf(node: Cursor): readonly RichText[] {
  return (node.at('paragraphs')?.texts() ?? []).map((paragraph) => readRichText(paragraph));
}

function walkSection(node: Cursor, walk: PageWalk, hiding: Hiding): SectionNode {
  const title = node.at('title')?.text();
  const help = node.at('help')?.text();
  return {
    kind: 'section',
    id: takeId(node, walk),
    ...(title === undefined ? {} : { title }),
    ...(help === undefined ? {} : { help: readRichText(help) }),
    children: childrenOf(node, walk),
    ...shown(hiding),
  };
}

function walkRow(node: Cursor, walk: PageWalk, hiding: Hiding): LayoutNode {
  const children = node.at('children')?.items() ?? [];
  const widths = node
    .at('widths')
    ?.items()
    .filter((_width, index) => isThere(children[index], walk))
    .flatMap((width) => width.number() ?? []);
  return { kind: 'row', ...(widths ? { widths } : {}), children: childrenOf(node, walk), ...shown(hiding) };
}

/** The width of a child that only other partners have goes with it. */
function isThere(child: Cursor | undefined, { context }: PageWalk): boolean {
  return child === undefined || isSeenBy(context.sources.partner, child);
}

function walkConfirm(node: Cursor, walk: PageWalk, hiding: Hiding): LayoutNode {
  const id = takeId(node, walk);
  walk.taken.named.set(id, node.at('id') ?? node);
  return {
    kind: 'confirm',
    id,
    trigger: node.at('trigger')?.text() === 'checkbox' ? 'checkbox' : 'button',
    label: node.at('label')?.text() ?? '',
    children: childrenOf(node, walk),
    ...shown(hiding),
  };
}
