import type { IndexedRows } from './indexed-rows.ts';
import { typedWords } from './name-words.ts';
import { isCommonWord } from './school-words.ts';
import type { WordRange } from './vocabulary.ts';

/** One word of what was typed, as the words of the index that it may mean. */
export type QueryWord = {
  /** How well each word of the index is this one, from 0 (not at all) to 1. */
  readonly qualities: Float32Array;
  /** All words of the index that it may be, the likeliest first. */
  readonly meant: readonly number[];
  /** How many rows have one of them. */
  readonly rows: number;
  /** It may be missing in the name. */
  readonly isCommon: boolean;
};

/** Reads what was typed. With errors allowed, near words are taken too. */
export type ReadQuery = (text: string, withErrors: boolean) => readonly QueryWord[];

const MOST_WORDS = 10;
/** The last word may not be typed to its end; one before it is rather another word, or shortened. */
const BEGUN_LAST = { least: 0.75, more: 0.2 };
const BEGUN_BEFORE = { least: 0.5, more: 0.3 };

/** The tables of qualities are made once: what a reader returned is good until it reads again. */
export function createQueryReader({ vocabulary, rowStarts }: IndexedRows): ReadQuery {
  const tables: Float32Array[] = [];
  const between = ({ start, end }: WordRange): number => (rowStarts[end] ?? 0) - (rowStarts[start] ?? 0);

  return (text, withErrors) =>
    typedWords(text)
      .slice(0, MOST_WORDS)
      .map(({ plain, readings }, at, all) => {
        const worth = at === all.length - 1 ? BEGUN_LAST : BEGUN_BEFORE;
        const qualities = (tables[at] ??= new Float32Array(vocabulary.size)).fill(0);
        const isCommon = readings.some((word) => isCommonWord(word));
        const meant = readings.flatMap((word) => vocabulary.idOf(word) ?? []);
        for (const word of meant) qualities[word] = 1;
        const begun = vocabulary.startingWith(plain);
        for (let word = begun.start; word < begun.end; word += 1) {
          if (qualities[word] !== 0) continue;
          qualities[word] = worth.least + (worth.more * plain.length) / vocabulary.lengthOf(word);
          meant.push(word);
        }
        if (withErrors && !isCommon) {
          for (const { word, quality } of vocabulary.near(plain)) {
            if (qualities[word] !== 0) continue;
            qualities[word] = quality;
            meant.push(word);
          }
        }
        const rows = meant.reduce((sum, word) => sum + between({ start: word, end: word + 1 }), 0);
        return { qualities, meant, rows, isCommon };
      });
}
