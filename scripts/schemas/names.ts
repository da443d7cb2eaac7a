import type { Cursor } from './cursor.ts';
import { BLOCK_KINDS, instancePrefix, kindOf, layoutNodes, repeatsOf } from './layout-cursor.ts';
import type { FilePair, SourceSet } from './source-set.ts';

/** What a condition in a file may name, keyed as that file writes it. */
export type Names = {
  /** Key → its property, those that blocks bring included. */
  readonly questions: ReadonlyMap<string, Cursor>;
  /** Id of a tab group → ids of its tabs. */
  readonly tabGroups: ReadonlyMap<string, readonly string[]>;
};

/** The names of a page or block with all that its blocks bring; a block that holds itself is entered once. */
export function collectNames(pair: FilePair, sources: SourceSet, trail: readonly string[] = []): Names {
  const questions = new Map(pair.properties);
  const tabGroups = new Map<string, readonly string[]>();
  for (const node of layoutNodes(pair)) {
    const id = node.at('id')?.text();
    if (kindOf(node) === 'tabs' && id !== undefined) tabGroups.set(id, tabIds(node));
    for (const [prefix, names] of broughtNames(node, sources, [...trail, pair.name])) {
      for (const [key, property] of names.questions) questions.set(prefix + key, property);
      for (const [group, tabs] of names.tabGroups) tabGroups.set(prefix + group, tabs);
    }
  }
  return { questions, tabGroups };
}

export function tabIds(tabs: Cursor): readonly string[] {
  return (tabs.at('tabs')?.items() ?? []).flatMap((tab) => tab.at('id')?.text() ?? []);
}

function broughtNames(
  node: Cursor,
  sources: SourceSet,
  trail: readonly string[],
): readonly (readonly [string, Names])[] {
  if (!BLOCK_KINDS.has(kindOf(node))) return [];
  const name = `blocks/${node.at('block')?.text() ?? ''}`;
  const block = trail.includes(name) ? undefined : sources.pair(name);
  if (!block) return [];
  const names = collectNames(block, sources, trail);
  const prefix = node.at('prefix')?.text() ?? '';
  const repeats = kindOf(node) === 'addAnother' ? repeatsOf(node) : 1;
  return Array.from({ length: repeats }, (_, index) => [instancePrefix(prefix, index + 1), names] as const);
}
