import { listNames } from '../compile/question-shape.ts';
import type { FoundName } from '../compile/scope.ts';
import type { Cursor } from '../source/cursor.ts';
import { blocksPlaced } from '../source/layout-nodes.ts';
import { collectNames, joinNames, type Names } from '../source/names.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';

/** Possible names → description shown by the editor. */
export type NameDescriptions = ReadonlyMap<string, string>;

/** Names available in a file pair, as written there. */
export type NamesInFile = {
  readonly pair: FilePair;
  /** Questions of the pair, including those of its blocks. */
  readonly own: Names;
  /** Names for conditions and relations; in a block also those of each file that places it. */
  readonly found: ReadonlyMap<string, FoundName>;
  readonly conditions: ReadonlySet<string>;
};

/** Names available in every page, card and block, by pair name. */
export function namesInFiles(sources: SourceSet): ReadonlyMap<string, NamesInFile> {
  const pages = sources.pairs('pages').map((pair) => collectNames(pair, sources));
  const form = foundNames(joinNames(pages));
  const all = new Map<string, NamesInFile>();
  const enter = (pair: FilePair, outer: Pick<NamesInFile, 'found' | 'conditions'>): void => {
    const before = all.get(pair.name);
    const own = collectNames(pair, sources);
    const found = new Map([...outer.found, ...(before?.found ?? []), ...foundNames(own)]);
    const conditions = new Set([
      ...outer.conditions,
      ...(before?.conditions ?? []),
      ...(pair.ui.at('ui:conditions')?.members().keys() ?? []),
    ]);
    // Skip known names, so that recursive blocks terminate.
    if (before?.found.size === found.size && before.conditions.size === conditions.size) return;
    all.set(pair.name, { pair, own, found, conditions });
    for (const name of blocksPlaced(pair.ui)) {
      const block = sources.pair(`blocks/${name}`);
      if (block) enter(block, { found, conditions });
    }
  };
  for (const pair of sources.pairs('pages', 'accounts', 'blocks')) {
    const found = pair.name.startsWith('pages/') ? form : new Map<string, FoundName>();
    enter(pair, { found, conditions: new Set() });
  }
  return all;
}

function foundNames({ questions, tabGroups, confirmations }: Names): ReadonlyMap<string, FoundName> {
  return new Map<string, FoundName>([
    ...[...questions].map(([key, property]) => [key, { kind: 'question', key, property }] as const),
    ...[...tabGroups].map(([key, tabs]) => [key, { kind: 'tabs', key, tabs }] as const),
    ...[...confirmations].map((key) => [key, { kind: 'confirm', key }] as const),
  ]);
}

/** Keys with question labels. */
export function keyLabels(questions: ReadonlyMap<string, Cursor>): NameDescriptions {
  return new Map([...questions].map(([key, property]) => [key, property.at('title')?.text() ?? '']));
}

/** Names for conditions, with their labels. */
export function foundLabels(found: ReadonlyMap<string, FoundName>): NameDescriptions {
  return new Map([...found].map(([name, one]) => [name, labelOf(one)]));
}

function labelOf(found: FoundName): string {
  if (found.kind === 'question') return found.property.at('title')?.text() ?? '';
  return found.kind === 'tabs' ? `A tab group: ${found.tabs.join(', ')}.` : 'A confirmation.';
}

/** Option labels of a question by value. */
export function optionLabels(property: Cursor, sources: SourceSet): NameDescriptions {
  return labelsOf(listNames(property).flatMap((name) => sources.options(name)));
}

/** Labels of options by value. */
export function labelsOf(options: readonly Cursor[]): NameDescriptions {
  return new Map(options.map((one) => [one.at('value')?.text() ?? '', one.at('label')?.text() ?? '']));
}
