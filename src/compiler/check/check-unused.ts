import type { Cursor } from '../source/cursor.ts';
import type { Report } from '../source/fault.ts';
import { blocksPlaced } from '../source/layout-nodes.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';
import { answerType, listNames } from '../compile/question-shape.ts';

/** Warns of lists, blocks, directories and named conditions that no partner uses. */
export function checkUnused(views: readonly SourceSet[], report: Report): void {
  const pairs = views.flatMap(({ whole }) => whole.pairs(...PAIR_FOLDERS));
  const [whole] = views.map((view) => view.whole);
  if (!whole) return;
  const reportOthers = (what: string, files: Files, used: readonly string[]): void => {
    for (const [name, at] of files)
      if (!used.includes(name)) reportUnused(`the ${what} "${name}"`, at, report);
  };
  const several = pairs.flatMap((pair) => listsNamed(pair, 'array'));
  for (const [name, list] of whole.filesIn('options')) {
    const marks = list.list('options').flatMap((option) => option.at('exclusive') ?? []);
    const what = `"exclusive" in the list "${name}"`;
    const cure = 'Remove it: where one option can be chosen, each excludes the others.';
    if (!several.includes(name)) for (const at of marks) reportUnused(what, at, report, cure);
  }
  const blocks = whole.pairs('blocks').map(({ name, ui }) => [name.replace('blocks/', ''), ui] as const);
  reportOthers(
    'list',
    whole.filesIn('options'),
    pairs.flatMap((pair) => listsNamed(pair)),
  );
  reportOthers(
    'block',
    blocks,
    pairs.flatMap(({ ui }) => blocksPlaced(ui)),
  );
  reportOthers('directory', whole.filesIn('directories'), pairs.flatMap(categoriesSearched));
  for (const pair of whole.pairs(...PAIR_FOLDERS)) {
    // A named condition is visible in its own file pair, in the blocks placed there, and at its page in form.json.
    const form = whole.cursor('form.json') ?? [];
    const reached = [...reach(pair, whole)].flatMap(({ schema, ui }) => [schema, ui]).concat(form);
    reportOthers('condition', pair.ui.at('ui:conditions')?.members() ?? [], reached.flatMap(conditionsNamed));
  }
}

type Files = Iterable<readonly [name: string, at: Cursor]>;

const PAIR_FOLDERS = ['pages', 'blocks', 'accounts'];

function listsNamed({ schema }: FilePair, type?: string): readonly string[] {
  const properties = [...(schema.at('properties')?.members().values() ?? [])];
  return properties.filter((each) => type === undefined || answerType(each) === type).flatMap(listNames);
}

function categoriesSearched({ ui }: FilePair): readonly string[] {
  return [...ui.members().values()].flatMap((entry) => entry.at('ui:category')?.text() ?? []);
}

/** Returns a file pair and all blocks it places, transitively. */
function reach(pair: FilePair, sources: SourceSet, found: Set<FilePair> = new Set()): ReadonlySet<FilePair> {
  if (found.has(pair)) return found;
  found.add(pair);
  for (const name of blocksPlaced(pair.ui)) {
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

const OTHER_NAME = 'Remove it, or correct its name here or where it should be used.';

function reportUnused(what: string, at: Cursor, report: Report, cure = OTHER_NAME): void {
  report(at, {
    code: 'unused',
    found: `${what}, which nothing uses`,
    expected: 'a use of it, or none of it',
    cure,
  });
}
