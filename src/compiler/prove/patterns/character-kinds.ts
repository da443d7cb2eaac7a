import { type Characters, includes, STORABLE } from './characters.ts';

/** Which characters some sets have in common: two characters are of one kind when every set has both or neither. */
export class CharacterKinds {
  /** Where, ascending, the kind may change. */
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

/** What examples are written with, the most natural first. */
const NATURAL = `abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890 -.,'@/:()&+_#!?"éñüßøçłжαא中あ한😀`;

/** One character for each way in which several kinds go together, the most natural first; none that no answer holds. */
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
