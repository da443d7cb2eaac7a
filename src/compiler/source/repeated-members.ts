import type { Node } from 'jsonc-parser';
import type { Fault } from './fault.ts';
import type { PlaceOf } from './cursor.ts';

/** The names that one object has twice: JSON would silently drop the first. */
export function* repeatedMembers(node: Node, placeOf: PlaceOf): Generator<Fault> {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const name = child.type === 'property' ? child.children?.[0] : undefined;
    if (name && seen.has(name.value)) {
      yield {
        code: 'not-json',
        ...placeOf(name.offset),
        found: `the name "${String(name.value)}" a second time in the same { }`,
        expected: 'each name once',
        cure: 'Join the two entries, or give one of them another name.',
      };
    }
    seen.add(name?.value);
    yield* repeatedMembers(child, placeOf);
  }
}
