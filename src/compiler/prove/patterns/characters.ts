import type { AST } from '@eslint-community/regexpp';

/** A set of characters: ranges of code points, ascending, with a gap between any two. */
export type Characters = readonly Range[];
type Range = readonly [from: number, to: number];

/**
 * The characters that an answer can hold: all but NUL and the halves of surrogate pairs, which the server refuses
 * (src/form/answers/check-answers.ts). Every set is one of these characters alone.
 */
export const STORABLE: Characters = [
  [0x1, 0xd7ff],
  [0xe000, 0x10ffff],
];

/** True when the set has the code point. */
export function includes(characters: Characters, codePoint: number): boolean {
  return characters.some(([from, to]) => from <= codePoint && codePoint <= to);
}

/** The characters that a class, an escape or a single character of a pattern stands for, with the flag `u`. */
export function charactersOf(node: AST.Character | AST.CharacterSet | AST.CharacterClass): Characters {
  if (node.type === 'Character') return union([[node.value, node.value]]);
  if (node.type === 'CharacterSet') return ofEscape(node);
  const parts = node.elements.flatMap((element): Characters => {
    if (element.type === 'CharacterClassRange') return [[element.min.value, element.max.value]];
    if (element.type === 'Character' || element.type === 'CharacterSet') return charactersOf(element);
    throw new TypeError(`The flag "v" gives "${element.raw}" a meaning; patterns are read with "u".`);
  });
  return node.negate ? complement(union(parts)) : union(parts);
}

function union(ranges: Characters): Characters {
  const whole: [number, number][] = [];
  for (const [from, to] of storable(ranges).toSorted(([one], [other]) => one - other)) {
    const last = whole.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}

function storable(ranges: Characters): Characters {
  return ranges.flatMap(([from, to]) =>
    STORABLE.flatMap(([first, last]): Characters =>
      from <= last && first <= to ? [[Math.max(from, first), Math.min(to, last)]] : [],
    ),
  );
}

function complement(characters: Characters): Characters {
  const edges = characters.flatMap(([from, to]) => [from - 1, to + 1]);
  const bounds = [0, ...edges, 0x10ffff];
  return union(
    bounds.flatMap((from, index): Characters => {
      const to = bounds[index + 1];
      return index % 2 === 0 && to !== undefined && from <= to ? [[from, to]] : [];
    }),
  );
}

const escapes = new Map<string, Characters>();

/** The engine that runs the validators says itself what `\p{L}` or `\s` is, so that both mean the same characters. */
function ofEscape(node: AST.CharacterSet): Characters {
  const known = escapes.get(node.raw);
  if (known) return known;
  // Only properties distinguish characters beyond the first 65,536.
  const last = node.kind === 'property' ? 0x10ffff : 0x10000;
  const one = new RegExp(`^${node.raw}$`, 'u');
  const found: [number, number][] = [];
  for (let codePoint = 0; codePoint <= last; codePoint += 1) {
    if (!one.test(String.fromCodePoint(codePoint))) continue;
    const range = found.at(-1);
    if (range?.[1] === codePoint - 1) range[1] = codePoint;
    else found.push([codePoint, codePoint]);
  }
  const end = found.at(-1);
  if (end?.[1] === last) end[1] = 0x10ffff;
  escapes.set(node.raw, union(found));
  return union(found);
}
