import type { Node } from 'jsonc-parser';
import type { Fault } from './fault.ts';
import type { SourceFile } from './source-file.ts';

/** A name twice in one object: JSON would silently drop the first, so it is told. */
export function findRepeatedMembers(file: SourceFile): readonly Fault[] {
  return file.tree ? [...walk(file.tree, file)] : [];
}

function* walk(node: Node, file: SourceFile): Generator<Fault> {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const name = child.type === 'property' ? child.children?.[0] : undefined;
    if (name && seen.has(name.value)) {
      yield {
        code: 'not-json',
        ...file.placeOf(name.offset),
        found: `the name "${String(name.value)}" a second time in the same { }`,
        expected: 'each name once',
        cure: 'Join the two entries, or give one of them another name.',
      };
    }
    seen.add(name?.value);
    yield* walk(child, file);
  }
}
