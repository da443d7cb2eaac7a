import { isDeepStrictEqual } from 'node:util';

export type Pairs<Item> = {
  /** Those that changed, with what they became. */
  readonly changed: readonly (readonly [before: Item, after: Item])[];
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
};

/**
 * What became of the items of a list that have no names: those that are the same are left out, then those that
 * are alike belong together, in the order of the ways in which they can be.
 */
export function pairUp<Item>(
  before: readonly Item[],
  after: readonly Item[],
  alike: readonly ((item: Item) => unknown)[],
): Pairs<Item> {
  let removed = before;
  let added = after;
  const changed: (readonly [Item, Item])[] = [];
  for (const of of [(item: Item): unknown => item, ...alike]) {
    const left: Item[] = [];
    for (const item of removed) {
      const found = added.find((other) => isDeepStrictEqual(of(other), of(item)));
      if (found === undefined) {
        left.push(item);
        continue;
      }
      added = added.filter((other) => other !== found);
      if (!isDeepStrictEqual(found, item)) changed.push([item, found]);
    }
    removed = left;
  }
  return { changed, added, removed };
}

/**
 * Which of the items that two orders share are elsewhere, as few of them as will do: all but a longest sequence
 * that keeps its order.
 */
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
