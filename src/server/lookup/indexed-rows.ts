import type { DirectoryEntry } from './directory-entry.ts';
import { initialsOf, joinedWords, nameWords, searchWordsOf } from './name-words.ts';
import { COMMON_WORDS, STATE_NAMES } from './school-words.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/**
 * All names of a directory as numbers, one row per name. The words of a row are in `words` from `starts[row]`: the name
 * itself, up to `nameEnds`; joined spellings, up to `joinedEnds`; initials, up to `initialsEnds`; then the words of the
 * place.
 */
export type IndexedRows = {
  readonly vocabulary: Vocabulary;
  /** 1 for words shared by many names. */
  readonly common: Uint8Array;
  /** The word "the". */
  readonly the: number | undefined;
  readonly entries: Int32Array;
  readonly starts: Int32Array;
  readonly nameEnds: Int32Array;
  readonly joinedEnds: Int32Array;
  readonly initialsEnds: Int32Array;
  readonly words: Int32Array;
  /** Rows of each word, from `rowStarts[word]` to `rowStarts[word + 1]`. */
  readonly rows: Int32Array;
  readonly rowStarts: Int32Array;
};

const MOST_ALIASES = 12;
const LONGEST_ALIAS = 80;

/** Builds rows entry by entry. Not all need to be in memory as text. */
export function createRowBuilder() {
  const ids = new Map<string, number>();
  const words: number[] = [];
  const entries: number[] = [];
  const starts: number[] = [];
  const nameEnds: number[] = [];
  const joinedEnds: number[] = [];
  const initialsEnds: number[] = [];
  const put = (list: readonly string[]): void => {
    for (const word of list) {
      let id = ids.get(word);
      if (id === undefined) ids.set(word, (id = ids.size));
      words.push(id);
    }
  };
  return {
    add(entry: number, source: DirectoryEntry): void {
      const { city, state } = source;
      // Any of these can be typed after the name.
      const place = [...nameWords(city), ...searchWordsOf(state), ...nameWords(STATE_NAMES[state] ?? '')];
      for (const name of [source.name, ...aliasesOf(source.aliases)]) {
        const own = nameWords(name);
        entries.push(entry);
        starts.push(words.length);
        put(own);
        nameEnds.push(words.length);
        put(joinedWords(own));
        joinedEnds.push(words.length);
        put(initialsOf(name, own));
        put(stateInitials(own, state));
        initialsEnds.push(words.length);
        put(place);
      }
    },
    finish(): IndexedRows {
      starts.push(words.length);
      const sorted = [...ids.keys()].toSorted();
      const renumbered = new Int32Array(sorted.length);
      sorted.forEach((word, id) => (renumbered[ids.get(word) ?? 0] = id));
      const numbered = Int32Array.from(words, (old) => renumbered[old] ?? 0);
      const vocabulary = createVocabulary(sorted);
      return {
        vocabulary,
        the: vocabulary.idOf('the'),
        common: Uint8Array.from(sorted, (word) => (COMMON_WORDS.has(word) ? 1 : 0)),
        entries: Int32Array.from(entries),
        starts: Int32Array.from(starts),
        nameEnds: Int32Array.from(nameEnds),
        joinedEnds: Int32Array.from(joinedEnds),
        initialsEnds: Int32Array.from(initialsEnds),
        words: numbered,
        ...rowsByWord(numbered, starts, sorted.length),
      };
    },
  };
}

/** Returns initials with the state's code: UGA for "University of Georgia". */
function stateInitials(words: readonly string[], state: string): readonly string[] {
  const named = ['university', 'of', ...nameWords(STATE_NAMES[state] ?? '')];
  return named.length > 2 && named.every((word, at) => words[at] === word) ? [`u${state.toLowerCase()}`] : [];
}

/** Splits aliases at the various separators of the official file. */
function aliasesOf(aliases: string): string[] {
  const names = aliases.split(/[|;]|,\s|\s{2,}/).map((alias) => alias.trim());
  return [...new Set(names)]
    .filter((alias) => alias !== '' && alias.length <= LONGEST_ALIAS)
    .slice(0, MOST_ALIASES);
}

function rowsByWord(words: Int32Array, starts: readonly number[], size: number) {
  const rowStarts = new Int32Array(size + 1);
  for (const word of words) rowStarts[word + 1] = (rowStarts[word + 1] ?? 0) + 1;
  for (let word = 0; word < size; word += 1)
    rowStarts[word + 1] = (rowStarts[word + 1] ?? 0) + (rowStarts[word] ?? 0);
  const next = rowStarts.slice();
  const rows = new Int32Array(words.length);
  for (let row = 0; row + 1 < starts.length; row += 1) {
    for (let index = starts[row] ?? 0; index < (starts[row + 1] ?? 0); index += 1) {
      const word = words[index] ?? 0;
      const at = next[word] ?? 0;
      rows[at] = row;
      next[word] = at + 1;
    }
  }
  return { rows, rowStarts };
}
