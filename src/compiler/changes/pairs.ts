import { isDeepStrictEqual } from 'node:util';
import type { PageDefinition } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { isTitledSection } from '#form/definition/layout-steps.ts';

export type Pairs<Item> = {
  /** Changed items as [before, after]. */
  readonly changed: readonly (readonly [before: Item, after: Item])[];
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
};

/** Pairs items of two lists: drops equal ones, then matches by each key of `alike`. */
export function pairUp<Item>(
  before: readonly Item[],
  after: readonly Item[],
  matchers: readonly ((item: Item) => unknown)[],
): Pairs<Item> {
  let removed = before;
  let added = after;
  const changed: (readonly [Item, Item])[] = [];
  for (const of of [(item: Item): unknown => item, ...matchers]) {
    const unmatched: Item[] = [];
    for (const item of removed) {
      const found = added.find((other) => isDeepStrictEqual(of(other), of(item)));
      if (found === undefined) {
        unmatched.push(item);
        continue;
      }
      added = added.filter((other) => other !== found);
      if (!isDeepStrictEqual(found, item)) changed.push([item, found]);
    }
    removed = unmatched;
  }
  return { changed, added, removed };
}

/** Returns the fewest moved items: all outside a longest common subsequence. */
export function movedItems(before: readonly string[], after: readonly string[]): readonly string[] {
  const places = new Map(before.map((item, index) => [item, index]));
  const common = after.filter((item) => places.has(item));
  const best: { readonly length: number; readonly from: number }[] = [];
  for (const [index, item] of common.entries()) {
    let from = -1;
    for (let earlier = 0; earlier < index; earlier += 1) {
      const isBefore = (places.get(common[earlier] ?? '') ?? 0) < (places.get(item) ?? 0);
      if (isBefore && (best[earlier]?.length ?? 0) > (best[from]?.length ?? 0)) from = earlier;
    }
    best.push({ length: (best[from]?.length ?? 0) + 1, from });
  }
  const longest = Math.max(0, ...best.map(({ length }) => length));
  const kept = new Set<number>();
  let at = best.findIndex(({ length }) => length === longest);
  while (at >= 0) {
    kept.add(at);
    at = best[at]?.from ?? -1;
  }
  return common.filter((_item, index) => !kept.has(index));
}

type Section = { readonly id: string; readonly page: string; readonly title: string };

/** Matches sections with changed IDs by title. */
export function sameSections(
  before: readonly PageDefinition[],
  after: readonly PageDefinition[],
): ReadonlyMap<string, string> {
  const [old, current] = [before.flatMap(sectionsOf), after.flatMap(sectionsOf)];
  const found = new Map<string, string>();
  for (const one of without(old, current)) {
    const taken = new Set(found.values());
    const same = without(current, old).find(
      ({ id, page, title }) => page === one.page && title === one.title && !taken.has(id),
    );
    if (same) found.set(one.id, same.id);
  }
  return found;
}

function without(some: readonly Section[], others: readonly Section[]): readonly Section[] {
  return some.filter(({ id }) => !others.some((other) => other.id === id));
}

function sectionsOf({ id: page, layout }: PageDefinition): readonly Section[] {
  return allNodes(layout)
    .filter((node) => isTitledSection(node))
    .map(({ id, title }) => ({ id, page, title }));
}

type Member = readonly [name: string, before: unknown, after: unknown];

/** Lists the properties that differ, with both values. */
export function differences(before: object, after: object): readonly Member[] {
  const [old, current] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((name): Member => [name, old.get(name), current.get(name)])
    .filter(([, was, is]) => !isDeepStrictEqual(was, is));
}

/** Returns table rows for `memberChanges` that suppress these properties. */
export function suppress(...names: readonly string[]): Readonly<Record<string, () => []>> {
  return Object.fromEntries(names.map((name) => [name, () => []]));
}

/** Describes differing properties: first those in the table, in its order, then the others. */
export function memberChanges<TranslatedText>(
  [before, after]: readonly [object, object],
  sentences: Readonly<Record<string, () => TranslatedText | readonly TranslatedText[]>>,
  otherwise: (...member: Member) => TranslatedText | readonly TranslatedText[],
): readonly TranslatedText[] {
  const members = new Map(differences(before, after).map((member) => [member[0], member]));
  return [...new Set([...Object.keys(sentences), ...members.keys()])].flatMap((name) => {
    const member = members.get(name);
    if (!member) return [];
    return sentences[name]?.() ?? otherwise(...member);
  });
}
