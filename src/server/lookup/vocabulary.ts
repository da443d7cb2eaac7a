/** Half-open range from `start` up to, but excluding, `end`. */
export type WordRange = { readonly start: number; readonly end: number };

/** A similar indexed word, with its quality from 0 to 1. */
type NearWord = { readonly word: number; readonly quality: number };

export type Vocabulary = ReturnType<typeof createVocabulary>;

const SHORTEST_WITH_ERROR = 4;
const SHORTEST_WITH_TWO = 8;
const ONE_ERROR = 0.6;
const TWO_ERRORS = 0.45;

/** First letters that sound alike; others are rarely wrong. */
const ALIKE: Readonly<Record<string, string>> = {
  c: 'ks',
  k: 'c',
  s: 'c',
  f: 'p',
  g: 'j',
  j: 'g',
  e: 'i',
  i: 'e',
};

/** Indexes distinct words, sorted by code units. Equal prefixes are then adjacent. */
export function createVocabulary(sorted: readonly string[]) {
  const ids = new Map(sorted.map((word, id) => [word, id]));
  const letters = Int32Array.from(sorted, lettersIn);
  const lengths = Uint8Array.from(sorted, ({ length }) => length);
  const startingWith = (beginning: string): WordRange => ({
    start: firstAtLeast(sorted, beginning),
    end: firstAtLeast(sorted, `${beginning}\u{10FFFF}`),
  });
  return {
    size: sorted.length,
    idOf: (word: string) => ids.get(word),
    lengthOf: (id: number) => lengths[id] ?? 0,
    /** Returns the words with a prefix. */
    startingWith,
    /** Returns words within one or two typing errors of this word, or of which it is a prefix. */
    near(word: string): readonly NearWord[] {
      const found: NearWord[] = [];
      const most = errorsAllowed(word);
      if (most === 0) return found;
      const own = lettersIn(word);
      for (const first of firstLetters(word)) {
        const { start, end } = startingWith(first);
        for (let id = start; id < end; id += 1) {
          // Each missing letter costs an error: this cheap check excludes nearly all words.
          if (bitsIn(own & ~(letters[id] ?? 0)) > most) continue;
          const errors = errorsBetween(word, sorted[id] ?? '', most);
          if (errors <= most) found.push({ word: id, quality: errors < 2 ? ONE_ERROR : TWO_ERRORS });
        }
      }
      return found;
    },
  };
}

function errorsAllowed({ length }: string): number {
  if (length < SHORTEST_WITH_ERROR) return 0;
  return length < SHORTEST_WITH_TWO ? 1 : 2;
}

/** Returns possible first letters: the same, the next one (swapped, or one too many), and similar-sounding ones. */
function firstLetters(word: string): ReadonlySet<string> {
  const first = word.charAt(0);
  return new Set((first + word.charAt(1) + (ALIKE[first] ?? '')).split(''));
}

function firstAtLeast(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns a bit per occurring letter; digits share one. */
function lettersIn(word: string): number {
  let bits = 0;
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index) - 97;
    bits |= 1 << (code < 0 || code > 25 ? 26 : code);
  }
  return bits;
}

function bitsIn(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

const LONGEST = 64;
/** Three reused lines of the table, because a search compares thousands of words. */
const lines = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1));

/**
 * Counts typing errors between a text and a word or its prefix. Wrong, missing, extra or swapped letters (optimal
 * string alignment). Above `most`, the exact number is undefined.
 */
function errorsBetween(typed: string, word: string, most: number): number {
  if (typed.length > LONGEST || word.length < typed.length - most) return most + 1;
  const width = Math.min(word.length, typed.length + most, LONGEST);
  let [older = empty(), above = empty(), line = empty()] = lines;
  for (let column = 0; column <= width; column += 1) above[column] = column;
  for (let row = 1; row <= typed.length; row += 1) {
    fillLine({ older, above, line }, { typed, word }, row, width);
    let best = LONGEST;
    for (let column = 0; column <= width; column += 1) best = Math.min(best, line[column] ?? LONGEST);
    if (best > most) return best;
    [older, above, line] = [above, line, older];
  }
  // The typed letters can be a prefix of the word, or the whole word with an extra letter.
  return Math.min(...above.subarray(Math.max(0, Math.min(typed.length - 1, width)), width + 1));
}

type Lines = Readonly<Record<'older' | 'above' | 'line', Uint8Array>>;
type Words = Readonly<Record<'typed' | 'word', string>>;

function fillLine({ older, above, line }: Lines, { typed, word }: Words, row: number, width: number): void {
  const letter = typed.charCodeAt(row - 1);
  const letterBefore = typed.charCodeAt(row - 2);
  line[0] = row;
  for (let column = 1; column <= width; column += 1) {
    const other = word.charCodeAt(column - 1);
    const diagonal = (above[column - 1] ?? 0) + (letter === other ? 0 : 1);
    let errors = Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, diagonal);
    if (row > 1 && column > 1 && letterBefore === other && letter === word.charCodeAt(column - 2))
      errors = Math.min(errors, (older[column - 2] ?? 0) + 1);
    line[column] = errors;
  }
}

function empty(): Uint8Array {
  return new Uint8Array(LONGEST + 1);
}
