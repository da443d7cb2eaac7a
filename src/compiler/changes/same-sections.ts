import type { LayoutNode, PageDefinition } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';

type Section = {
  readonly id: string;
  readonly page: string;
  readonly title: string | undefined;
  readonly keys: readonly string[];
};

/**
 * Id of a section before → its id after, where its file gives it another one: no student sees it. It is the section of the
 * page with the same title, or else with most of the same questions.
 */
export function sameSections(
  before: readonly PageDefinition[],
  after: readonly PageDefinition[],
): ReadonlyMap<string, string> {
  const [old, current] = [before.flatMap(sectionsOf), after.flatMap(sectionsOf)];
  const left = { old: without(old, current), current: without(current, old) };
  const found = new Map<string, string>();
  const ways = [
    (one: Section, other: Section): boolean => one.title !== undefined && one.title === other.title,
    (one: Section, other: Section): boolean => sharesMost(one, other) && sharesMost(other, one),
  ];
  for (const isSame of ways) {
    for (const one of left.old) {
      const taken = new Set(found.values());
      const other = left.current.find(
        (each) => each.page === one.page && !taken.has(each.id) && isSame(one, each),
      );
      if (other && !found.has(one.id)) found.set(one.id, other.id);
    }
  }
  return found;
}

function without(some: readonly Section[], others: readonly Section[]): readonly Section[] {
  return some.filter(({ id }) => !others.some((other) => other.id === id));
}

function sharesMost({ keys }: Section, other: Section): boolean {
  return keys.length > 0 && keys.filter((key) => other.keys.includes(key)).length * 2 > keys.length;
}

function sectionsOf({ id: page, layout }: PageDefinition): readonly Section[] {
  return allNodes(layout).flatMap((node) =>
    node.kind === 'section' ? [{ id: node.id, page, title: node.title, keys: keysIn(node) }] : [],
  );
}

function keysIn(node: LayoutNode): readonly string[] {
  return allNodes([node]).flatMap((each) => (each.kind === 'question' ? [each.key] : []));
}
