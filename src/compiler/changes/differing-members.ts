import { isDeepStrictEqual } from 'node:util';

type Member = readonly [name: string, before: unknown, after: unknown];

/** Lists the members of two objects that differ, with both values. */
export function differing(before: object, after: object): readonly Member[] {
  const [old, current] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  return [...new Set([...old.keys(), ...current.keys()])]
    .map((name): Member => [name, old.get(name), current.get(name)])
    .filter(([, was, is]) => !isDeepStrictEqual(was, is));
}

/** Members with sentences elsewhere, as rows of a table for `memberChanges`. */
export function silent(...names: readonly string[]): Readonly<Record<string, () => []>> {
  return Object.fromEntries(names.map((name) => [name, () => []]));
}

/** Describes the members that differ: by a table, in its order, then all others alike. */
export function memberChanges<Said>(
  [before, after]: readonly [object, object],
  sentences: Readonly<Record<string, () => Said | readonly Said[]>>,
  otherwise: (...member: Member) => Said | readonly Said[],
): readonly Said[] {
  const members = new Map(differing(before, after).map((member) => [member[0], member]));
  return [...new Set([...Object.keys(sentences), ...members.keys()])].flatMap((name) => {
    const member = members.get(name);
    if (!member) return [];
    return sentences[name]?.() ?? otherwise(...member);
  });
}
