import type { IndexedRows } from './indexed-rows.ts';
import { typedWords } from './name-words.ts';
import { COMMON_WORDS } from './school-words.ts';
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
        const isCommon = readings.some((word) => COMMON_WORDS.has(word));
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

/** What each thing that a person would notice adds to a row; found by trying, kept by the test of relevance. */
const WORTH = {
  /** All that was typed is there. */
  words: 1,
  /** All of the name was typed. */
  covered: 0.35,
  /** The name begins with what was typed first. */
  start: 0.15,
  /** The words follow each other as typed. */
  order: 0.1,
  otherName: -0.15,
  missingWord: -0.3,
} as const;

const COMMON_WEIGHT = 0.3;
const JOINED = 0.95;
const INITIALS = 0.9;
const PLACE = 0.7;
/** Initials cover the name, or all of it but the campus. */
const COVERED_BY_INITIALS = 0.6;
/** Positions are bits of a number; no name has so many words. */
const MOST_POSITIONS = 31;

/** Where a typed word is in a row: at which word of the name (-1: elsewhere), and how well. One for all, to be fast. */
const found = { position: -1, quality: 0, isInitials: false };

/** What a row is scored against. */
type RowQuery = {
  readonly query: readonly QueryWord[];
  /** One word may be missing, when more than one was typed. Common words always may. */
  readonly mayMiss: boolean;
};

/** How well a row fits, or undefined when a typed word is missing, or when it fits less well than `least`. */
export function scoreRow(
  index: IndexedRows,
  row: number,
  { query, mayMiss }: RowQuery,
  least: number,
): number | undefined {
  let missesLeft = mayMiss && query.filter(({ isCommon }) => !isCommon).length > 1 ? 1 : 0;
  let got = 0;
  let asked = 0;
  let used = 0;
  let inOrder = 0;
  let first = -1;
  let before = -2;
  let missed = 0;
  let byInitials = 0;
  for (const typed of query) {
    const weight = typed.isCommon ? COMMON_WEIGHT : 1;
    findBestPlace(index, row, typed.qualities, used);
    const { position, quality, isInitials } = found;
    if (isInitials) byInitials = COVERED_BY_INITIALS;
    if (quality === 0 && !typed.isCommon) {
      if (missesLeft === 0) return undefined;
      missesLeft -= 1;
      missed = WORTH.missingWord;
    }
    if (asked === 0) first = position;
    asked += weight;
    got += weight * quality;
    if (position >= 0 && position === before + 1) inOrder += 1;
    if (position >= 0) used |= 1 << position;
    before = position;
  }
  const score =
    (WORTH.words * got) / asked +
    (missed === 0 && first === startOf(index, row) ? WORTH.start : 0) +
    (query.length > 1 ? (WORTH.order * inOrder) / (query.length - 1) : 0) +
    (index.entries[row] === index.entries[row - 1] ? WORTH.otherName : 0) +
    missed;
  // Most rows lose even with all of their name typed: what of it was, need not be counted.
  if (score + WORTH.covered < least) return undefined;
  return score + WORTH.covered * Math.max(coveredShare(index, row, used), byInitials);
}

/** The best place of a typed word; a word of the name counts once, so that a city of that name is found too. */
function findBestPlace(index: IndexedRows, row: number, qualities: Float32Array, used: number): void {
  const { words } = index;
  const start = index.starts[row] ?? 0;
  const nameEnd = index.nameEnds[row] ?? 0;
  const joinedEnd = index.joinedEnds[row] ?? 0;
  const initialsEnd = index.initialsEnds[row] ?? 0;
  const end = index.starts[row + 1] ?? 0;
  found.position = -1;
  found.quality = 0;
  found.isInitials = false;
  for (let at = start; at < end; at += 1) {
    let quality = qualities[words[at] ?? 0] ?? 0;
    if (quality === 0) continue;
    const position = at < nameEnd && at - start < MOST_POSITIONS ? at - start : -1;
    if (position >= 0 && (used & (1 << position)) !== 0) continue;
    if (at >= initialsEnd) quality *= PLACE;
    else if (at >= joinedEnd) quality = quality === 1 ? INITIALS : 0;
    else if (at >= nameEnd) quality *= JOINED;
    if (quality > found.quality) {
      found.quality = quality;
      found.position = position;
      found.isInitials = at >= joinedEnd && at < initialsEnd;
    }
  }
}

/** How much of the name was typed; its common words count little. */
function coveredShare(index: IndexedRows, row: number, used: number): number {
  const start = index.starts[row] ?? 0;
  const end = Math.min(index.nameEnds[row] ?? 0, start + MOST_POSITIONS);
  let all = 0;
  let covered = 0;
  for (let at = start; at < end; at += 1) {
    const weight = index.common[index.words[at] ?? 0] === 1 ? COMMON_WEIGHT : 1;
    all += weight;
    if ((used & (1 << (at - start))) !== 0) covered += weight;
  }
  return all === 0 ? 0 : covered / all;
}

/** "The" is not where a name starts. */
function startOf(index: IndexedRows, row: number): number {
  return index.words[index.starts[row] ?? 0] === index.the ? 1 : 0;
}
