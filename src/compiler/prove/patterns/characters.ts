import type { AST } from '@eslint-community/regexpp';

/** A set of characters: ascending, non-adjacent ranges of code points. */
export type Characters = readonly Range[];
type Range = readonly [from: number, to: number];

/**
 * Characters an answer can contain: all but NUL and surrogates, which the server rejects
 * (src/form/answers/check-answers.ts). All sets are subsets of it.
 */
export const STORABLE: Characters = [
  [0x1, 0xd7ff],
  [0xe000, 0x10ffff],
];

/** Whether the set contains the code point. */
export function includes(characters: Characters, codePoint: number): boolean {
  return characters.some(([from, to]) => from <= codePoint && codePoint <= to);
}

/** Characters of a class, escape or literal in a pattern with the `u` flag. */
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

/** Queries the JavaScript engine for `\p{L}` or `\s`, so both agree with the validators. */
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

/** Partitions characters by membership: two are of one kind if every set has both or neither. */
export class CharacterKinds {
  /** Ascending start positions of kinds. */
  readonly starts: readonly number[];
  readonly #kinds: readonly number[];

  constructor(sets: readonly Characters[]) {
    const different = [...new Map(sets.map((set) => [set.join(), set])).values()];
    const edges = [...different, STORABLE].flatMap((set) => set.flatMap(([from, to]) => [from, to + 1]));
    this.starts = [...new Set([0, ...edges])].toSorted((one, other) => one - other);
    const names = this.starts.map((start) => different.map((set) => includes(set, start)).join());
    this.#kinds = names.map((name) => names.indexOf(name));
  }

  of(codePoint: number): number {
    let [low, high] = [0, this.starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.starts[middle] ?? 0) <= codePoint) low = middle;
      else high = middle - 1;
    }
    return this.#kinds[low] ?? 0;
  }
}

/** Characters for examples, most natural first. */
const NATURAL = `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890 -.,'@/:()&+_#!?"éñüßøçłжαא中あ한😀`;

/** Returns one character per combination of kinds, most natural first; only storable ones. */
export function exampleCharacters(all: readonly CharacterKinds[]): readonly string[] {
  const starts = [...new Set(all.flatMap((kinds) => kinds.starts))].filter((start) =>
    includes(STORABLE, start),
  );
  const [printed, control] = [
    starts.filter((start) => start > 0xa0),
    starts.filter((start) => start <= 0xa0),
  ];
  const examples = new Map<string, string>();
  for (const character of NATURAL + String.fromCodePoint(...printed, ...control)) {
    const codePoint = character.codePointAt(0) ?? 0;
    const kind = all.map((kinds) => kinds.of(codePoint)).join();
    if (!examples.has(kind)) examples.set(kind, character);
  }
  return [...examples.values()];
}
