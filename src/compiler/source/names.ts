import type { Cursor } from './cursor.ts';
import { BLOCK_KINDS, instancePrefix, kindOf, layoutNodes, repeatsOf } from './layout-nodes.ts';
import { nearestCure } from './nearest.ts';
import type { FilePair, SourceSet } from './source-set.ts';

/** Names available to conditions in a file, as written there. */
export type Names = {
  /** Key → its property, including those of blocks. */
  readonly questions: ReadonlyMap<string, Cursor>;
  /** Tab group ID → tab IDs. */
  readonly tabGroups: ReadonlyMap<string, readonly string[]>;
  readonly confirmations: ReadonlySet<string>;
  /** Names that only other partners' forms have. */
  readonly elsewhere: ReadonlySet<string>;
};

type Found = Omit<Names, 'elsewhere'>;

/** Collects the names of a page or block and its blocks; recursive blocks are entered once. */
export function collectNames(pair: FilePair, sources: SourceSet): Names {
  const found = foundNames(pair, sources, []);
  const everywhere = sources.whole.pair(pair.name);
  const whole = everywhere ? foundNames(everywhere, sources.whole, []) : found;
  const own = new Set(allNames(found));
  return { ...found, elsewhere: new Set(allNames(whole).filter((name) => !own.has(name))) };
}

/** Merges the names of all pages, since conditions can refer to other pages. */
export function joinNames(pages: readonly Names[]): Names {
  return {
    questions: new Map(pages.flatMap(({ questions }) => [...questions])),
    tabGroups: new Map(pages.flatMap(({ tabGroups }) => [...tabGroups])),
    confirmations: new Set(pages.flatMap(({ confirmations }) => [...confirmations])),
    elsewhere: new Set(pages.flatMap(({ elsewhere }) => [...elsewhere])),
  };
}

/** Returns all names available to conditions. */
export function allNames({ questions, tabGroups, confirmations }: Found): readonly string[] {
  return [...questions.keys(), ...tabGroups.keys(), ...confirmations];
}

function foundNames(pair: FilePair, sources: SourceSet, trail: readonly string[]): Found {
  const questions = new Map(pair.properties);
  const tabGroups = new Map<string, readonly string[]>();
  const confirmations = new Set<string>();
  for (const node of layoutNodes(pair.ui, sources.partner)) {
    const id = node.at('id')?.text();
    if (kindOf(node) === 'tabs' && id !== undefined) tabGroups.set(id, tabIds(node));
    if (kindOf(node) === 'confirm' && id !== undefined) confirmations.add(id);
    for (const [prefix, names] of blockNames(node, sources, [...trail, pair.name])) {
      for (const [key, property] of names.questions) questions.set(prefix + key, property);
      for (const [group, tabs] of names.tabGroups) tabGroups.set(prefix + group, tabs);
      for (const name of names.confirmations) confirmations.add(prefix + name);
    }
  }
  return { questions, tabGroups, confirmations };
}

/** Suggests a fix for an unknown key: the current key if it is a former one. */
export function keyCure(name: string, questions: ReadonlyMap<string, Cursor>, otherwise: string): string {
  return formerKeyCure(name, questions) ?? nearestCure(name, questions.keys(), otherwise);
}

/** Suggests a fix for a former question key. */
export function formerKeyCure(name: string, questions: ReadonlyMap<string, Cursor>): string | undefined {
  const today = [...questions].find(([key, property]) => isFormerKey(name, key, property))?.[0];
  return today === undefined ? undefined : formerNameCure(name, today);
}

/** Suggests a fix for a former name. */
export function formerNameCure(name: string, today: string): string {
  return `Write "${today}": "${name}" is its former name.`;
}

/** Both keys may begin with the prefix of a block. */
function isFormerKey(name: string, key: string, property: Cursor): boolean {
  const formerly = property.at('formerly');
  const former = [...(formerly?.texts() ?? []), ...(formerly?.members().keys() ?? [])];
  return former.some((one) => name.endsWith(one) && key.startsWith(name.slice(0, -one.length)));
}

export function tabIds(tabs: Cursor): readonly string[] {
  return tabs.list('tabs').flatMap((tab) => tab.at('id')?.text() ?? []);
}

function blockNames(
  node: Cursor,
  sources: SourceSet,
  trail: readonly string[],
): readonly (readonly [string, Found])[] {
  if (!BLOCK_KINDS.has(kindOf(node))) return [];
  const name = `blocks/${node.at('block')?.text() ?? ''}`;
  const block = trail.includes(name) ? undefined : sources.pair(name);
  if (!block) return [];
  const names = foundNames(block, sources, trail);
  const prefix = node.at('prefix')?.text() ?? '';
  const repeats = kindOf(node) === 'addAnother' ? repeatsOf(node) : 1;
  return Array.from({ length: repeats }, (_, index) => [instancePrefix(prefix, index + 1), names] as const);
}
