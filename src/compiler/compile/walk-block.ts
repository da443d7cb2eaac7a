import type { AddAnotherNode, LayoutNode } from '#form/definition/definition.ts';
import type { Cursor } from '../source/cursor.ts';
import { fewestOf, instancePrefix, repeatsOf } from '../source/layout-nodes.ts';
import { collectNames, keyCure } from '../source/names.ts';
import { quoteNames, nearestCure } from '../source/nearest.ts';
import type { FilePair } from '../source/source-set.ts';
import { type Autofill, autofillOf } from './autofill.ts';
import { type NodeHead, shownWhen } from './node-head.ts';
import type { PageWalk } from './page-walk.ts';
import { type Scope, scopesOf } from './scope.ts';

/** Head of the block node, and the function that walks layouts. */
type BlockWalk = {
  readonly head: NodeHead;
  readonly walkNodes: (nodes: readonly Cursor[], walk: PageWalk) => readonly LayoutNode[];
};

/** Expands a block in place; in a section of its own if the use has a condition. */
export function walkBlock(
  node: Cursor,
  walk: PageWalk,
  { head, walkNodes }: BlockWalk,
): readonly LayoutNode[] {
  const pair = blockOf(node, walk);
  if (!pair) return [];
  const prefix = walk.scope.prefix + (node.at('prefix')?.text() ?? '');
  const messagePrefix = node.at('messagePrefix')?.text() ?? '';
  const within = enterBlock(node, walk, { pair, prefix, messagePrefix, autofill: autofillOf(node) });
  const inside = { ...within, inRow: walk.inRow && !head.condition };
  const children = walkNodes(pair.ui.list('ui:layout'), inside);
  if (!head.condition) return children;
  return [
    {
      kind: 'section',
      id: `${prefix}${pair.name.replace('blocks/', '')}`,
      children,
      ...shownWhen(head.condition),
    },
  ];
}

/** Expands an add-another: its block once per possible instance. */
export function walkAddAnother(node: Cursor, walk: PageWalk, { head, walkNodes }: BlockWalk): AddAnotherNode {
  const pair = blockOf(node, walk);
  walk.taken.groups.set(head.id, { node, scope: walk.scope });
  const own = walk.scope.prefix + (node.at('prefix')?.text() ?? '');
  const max = repeatsOf(node);
  const fewest = fewestOf(node);
  const instances = Array.from({ length: pair ? max : 0 }, (_, index) => {
    const number = index + 1;
    const numbered = (text: string | undefined) => (text ?? '').replaceAll('{n}', String(number));
    const before = walk.parts.placed.length;
    const keys: string[] = [];
    const messagePrefix = numbered(node.at('messagePrefix')?.text());
    const autofill = autofillOf(node, number);
    const use = { pair, prefix: instancePrefix(own, number), messagePrefix, autofill };
    const inside = {
      ...enterBlock(node, walk, use),
      inRow: false,
      ...(number > fewest ? { repeated: keys } : {}),
    };
    const children = walkNodes(pair?.ui.at('ui:layout')?.items() ?? [], inside);
    keys.push(...walk.parts.placed.slice(before).map(({ key }) => key));
    return { title: numbered(node.at('title')?.text()), keys, children };
  });
  return {
    kind: 'addAnother',
    id: head.id,
    label: node.at('label')?.text() ?? '',
    ...(fewest === 1 ? {} : { min: fewest }),
    max,
    instances,
    ...shownWhen(head.condition),
  };
}

type BlockUse = {
  readonly pair: FilePair | undefined;
  readonly prefix: string;
  readonly messagePrefix: string;
  readonly autofill: Autofill | undefined;
};

/** Enters a block. Titles, requirements and autofill of outer uses override inner ones. */
function enterBlock(node: Cursor, walk: PageWalk, use: BlockUse): PageWalk {
  const { pair, prefix, messagePrefix } = use;
  if (!pair) return walk;
  const scope: Scope = {
    pair,
    prefix,
    outer: walk.scope,
    use: node,
    names: collectNames(pair, walk.context.sources),
  };
  const { questions: known, elsewhere } = scope.names;
  const required = node.at('required');
  const titles = [...(node.at('titles')?.members() ?? [])];
  const uses = [...(required?.items() ?? []).map((at) => [at.text() ?? '', at] as const), ...titles];
  for (const [name, at] of uses) if (!elsewhere.has(name)) checkNamed(at, name, walk, known);
  const named = titles.map(([name, title]) => [prefix + name, title.text() ?? ''] as const);
  return {
    ...walk,
    scope,
    messagePrefix: walk.messagePrefix + messagePrefix,
    required: walk.required ?? (required && new Set(required.texts().map((name) => prefix + name))),
    titles: new Map([...named, ...walk.titles]),
    autofill: walk.autofill ?? use.autofill,
  };
}

function checkNamed(at: Cursor, name: string, walk: PageWalk, known: ReadonlyMap<string, Cursor>): void {
  if (known.has(name)) return;
  walk.context.report(at, {
    code: 'unknown-key',
    found: `"${name}", which the block does not ask`,
    expected: `a key of the block, as the block writes it: ${quoteNames(known.keys())}`,
    cure: keyCure(name, known, 'Write the key without the prefix, or remove it.'),
  });
}

function blockOf(node: Cursor, walk: PageWalk): FilePair | undefined {
  const at = node.at('block');
  const name = at?.text();
  if (!at || name === undefined) return undefined;
  const { sources, report } = walk.context;
  const full = `blocks/${name}`;
  if (scopesOf(walk.scope).some(({ pair }) => pair.name === full)) {
    report(at, {
      code: 'block-cycle',
      found: `the block "${name}" inside itself`,
      expected: 'a block that does not contain itself',
      cure: 'Remove the block from its own layout; to repeat it, use "addAnother".',
    });
    return undefined;
  }
  const blocks = sources.pairNames('blocks');
  if (!blocks.includes(name)) {
    report(at, {
      code: 'unknown-block',
      found: `the block "${name}"`,
      expected: `a block in schemas/blocks: ${quoteNames(blocks)}`,
      cure: nearestCure(name, blocks, `Add blocks/${name}.schema.json and blocks/${name}.ui.json.`),
    });
  }
  return sources.pair(full);
}
