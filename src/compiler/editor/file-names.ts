import { listNames } from '../compile/question-shape.ts';
import type { FoundName } from '../compile/scope.ts';
import type { Cursor } from '../source/cursor.ts';
import { blocksPlaced } from '../source/layout-cursor.ts';
import { collectNames, joinNames, type Names } from '../source/names.ts';
import type { FilePair, SourceSet } from '../source/source-set.ts';

/** What may be named in a file → what the editor shows next to it. */
export type Described = ReadonlyMap<string, string>;

/** What the two files of a pair may name, as they write it. */
export type Surroundings = {
  readonly pair: FilePair;
  /** The questions of the pair with those that its blocks bring. */
  readonly own: Names;
  /** What conditions and relations may name: in a block also what each file that places it has. */
  readonly found: ReadonlyMap<string, FoundName>;
  readonly conditions: ReadonlySet<string>;
};

/** The surroundings of every page, log-in card and block, by the name of the pair. */
export function allSurroundings(sources: SourceSet): ReadonlyMap<string, Surroundings> {
  const pages = sources.pairs('pages').map((pair) => collectNames(pair, sources));
  const form = foundNames(joinNames(pages));
  const all = new Map<string, Surroundings>();
  const enter = (pair: FilePair, outer: Pick<Surroundings, 'found' | 'conditions'>): void => {
    const before = all.get(pair.name);
    const own = collectNames(pair, sources);
    const found = new Map([...outer.found, ...(before?.found ?? []), ...foundNames(own)]);
    const conditions = new Set([
      ...outer.conditions,
      ...(before?.conditions ?? []),
      ...(pair.ui.at('ui:conditions')?.members().keys() ?? []),
    ]);
    // What is known already is entered no second time, so that a block inside itself ends.
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

/** Keys with the labels of their questions. */
export function labelled(questions: ReadonlyMap<string, Cursor>): Described {
  return new Map([...questions].map(([key, property]) => [key, property.at('title')?.text() ?? '']));
}

/** What a condition may name, each with its label. */
export function foundLabels(found: ReadonlyMap<string, FoundName>): Described {
  return new Map([...found].map(([name, one]) => [name, labelOf(one)]));
}

function labelOf(found: FoundName): string {
  if (found.kind === 'question') return found.property.at('title')?.text() ?? '';
  return found.kind === 'tabs' ? `A tab group: ${found.tabs.join(', ')}.` : 'A confirmation.';
}

/** The labels of the options that a question offers, by their values. */
export function optionLabels(property: Cursor, sources: SourceSet): Described {
  return labelsOf(listNames(property).flatMap((name) => sources.options(name)));
}

/** Labels of options by their values. */
export function labelsOf(options: readonly Cursor[]): Described {
  return new Map(options.map((one) => [one.at('value')?.text() ?? '', one.at('label')?.text() ?? '']));
}
