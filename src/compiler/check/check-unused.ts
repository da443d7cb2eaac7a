import type { Cursor } from '../source/cursor.ts';
import type { Report } from '../source/fault.ts';
import { BLOCK_KINDS, kindOf, layoutNodes } from '../source/layout-cursor.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';
import { listNames } from '../compile/question-shape.ts';

/** Warns of lists, blocks, directories and named conditions that no partner uses. */
export function checkUnused(views: readonly SourceSet[], report: Report): void {
  const pairs = views.flatMap(({ whole }) => PAIR_FOLDERS.flatMap((folder) => pairsIn(folder, whole)));
  const lists = new Set(pairs.flatMap(({ schema }) => propertiesOf(schema).flatMap(listNames)));
  const blocks = new Set(pairs.flatMap(blocksPlaced));
  const searched = new Set(pairs.flatMap(categoriesSearched));
  for (const { whole } of views.slice(0, 1)) {
    for (const name of whole.namesIn('options')) {
      if (!lists.has(name)) reportUnused(`the list "${name}"`, whole.cursor(`options/${name}.json`), report);
    }
    for (const name of whole.pairNames('blocks')) {
      if (!blocks.has(name))
        reportUnused(`the block "${name}"`, whole.cursor(`blocks/${name}.ui.json`), report);
    }
    for (const name of whole.namesIn('directories')) {
      if (!searched.has(name))
        reportUnused(`the directory "${name}"`, whole.cursor(`directories/${name}.json`), report);
    }
    for (const pair of PAIR_FOLDERS.flatMap((folder) => pairsIn(folder, whole)))
      checkConditions(pair, whole, report);
  }
}

const PAIR_FOLDERS = ['pages', 'blocks', 'accounts'];

function pairsIn(folder: string, sources: SourceSet): readonly FilePair[] {
  return sources.pairNames(folder).flatMap((name) => sources.pair(`${folder}/${name}`) ?? []);
}

function propertiesOf(schema: Cursor): readonly Cursor[] {
  return [...(schema.at('properties')?.members().values() ?? [])];
}

function blocksPlaced({ ui }: FilePair): readonly string[] {
  const nodes = [...layoutNodes(ui, undefined)].filter((node) => BLOCK_KINDS.has(kindOf(node)));
  return nodes.flatMap((node) => node.at('block')?.text() ?? []);
}

function categoriesSearched({ ui }: FilePair): readonly string[] {
  return [...ui.members().values()].flatMap((entry) => entry.at('ui:category')?.text() ?? []);
}

/** A condition may be named in its own two files and in the blocks that these place. */
function checkConditions(pair: FilePair, sources: SourceSet, report: Report): void {
  const conditions = pair.ui.at('ui:conditions')?.members() ?? new Map<string, Cursor>();
  if (conditions.size === 0) return;
  const named = new Set(
    [...reach(pair, sources)].flatMap(({ schema, ui }) => [
      ...conditionsNamed(schema),
      ...conditionsNamed(ui),
    ]),
  );
  for (const [name, at] of conditions) {
    if (!named.has(name)) reportUnused(`the condition "${name}"`, at, report);
  }
}

/** A pair with all that its blocks bring. */
function reach(pair: FilePair, sources: SourceSet, found: Set<FilePair> = new Set()): ReadonlySet<FilePair> {
  if (found.has(pair)) return found;
  found.add(pair);
  for (const name of blocksPlaced(pair)) {
    const block = sources.pair(`blocks/${name}`);
    if (block) reach(block, sources, found);
  }
  return found;
}

function conditionsNamed(at: Cursor): readonly string[] {
  const inside = [...at.members().values(), ...at.items()].flatMap(conditionsNamed);
  const name = at.at('condition')?.text();
  return name === undefined ? inside : [name, ...inside];
}

function reportUnused(what: string, at: Cursor | undefined, report: Report): void {
  if (!at) return;
  report(at, {
    code: 'unused',
    found: `${what}, which nothing uses`,
    expected: 'a use of it, or none of it',
    cure: 'Remove it, or correct its name here or where it should be used.',
  });
}
