import type { IndexedRows } from './indexed-rows.ts';
import { typedWords } from './name-words.ts';
import { COMMON_WORDS } from './school-words.ts';
import type { WordRange } from './vocabulary.ts';

/** A typed word, as the indexed words that it can mean. */
export type QueryWord = {
  /** Quality of each indexed word as a match, from 0 (none) to 1. */
  readonly qualities: Float32Array;
  /** All matching indexed words, likeliest first. */
  readonly meant: readonly number[];
  /** Number of rows with one of them. */
  readonly rows: number;
  /** Whether names can lack it. */
  readonly isCommon: boolean;
};

/** Reads a query. With errors allowed, includes similar words. */
export type ReadQuery = (text: string, withErrors: boolean) => readonly QueryWord[];

const MOST_WORDS = 10;
/** The last word can be incomplete; an earlier prefix is more likely another word, or an abbreviation. */
const BEGUN_LAST = { least: 0.75, more: 0.2 };
const BEGUN_BEFORE = { least: 0.5, more: 0.3 };

/** Creates a reader that reuses its quality tables. A result is valid until the next read. */
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

/** Score of each noticeable feature of a row; determined by experiment, verified by the relevance test. */
const WORTH = {
  /** Every typed word matches. */
  words: 1,
  /** The whole name was typed. */
  covered: 0.35,
  /** The name starts with the first typed word. */
  start: 0.15,
  /** The words are in the typed order. */
  order: 0.1,
  otherName: -0.15,
  missingWord: -0.3,
} as const;

const COMMON_WEIGHT = 0.3;
const JOINED = 0.95;
const INITIALS = 0.9;
const PLACE = 0.7;
/** Initials cover the name, or all of it except the campus. */
const COVERED_BY_INITIALS = 0.6;
/** Positions are bits of a number; no name has this many words. */
const MOST_POSITIONS = 31;

/** Place of a typed word in a row: its position in the name (-1: elsewhere) and quality. Shared for speed. */
const found = { position: -1, quality: 0, isInitials: false };

/** The query against which a row is scored. */
type RowQuery = {
  readonly query: readonly QueryWord[];
  /** One of several typed words can be missing. Common words always can. */
  readonly mayMiss: boolean;
};

/** Scores a row. Undefined if a typed word is missing. */
export function scoreRow(index: IndexedRows, row: number, { query, mayMiss }: RowQuery): number | undefined {
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
  return score + WORTH.covered * Math.max(coveredShare(index, row, used), byInitials);
}

/** Finds the best place of a typed word; each word of the name counts once, to also match a city of the same name. */
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

/** Returns the typed share of the name; common words count little. */
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

/** Skips a leading "The". */
function startOf(index: IndexedRows, row: number): number {
  return index.words[index.starts[row] ?? 0] === index.the ? 1 : 0;
}
