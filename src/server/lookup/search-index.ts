import type { DirectoryEntry, SearchRequest, Suggestion } from './directory-entry.ts';
import { createRowBuilder, type IndexedRows } from './indexed-rows.ts';
import { joinedQueries } from './name-words.ts';
import { scoreRow, createQueryReader, type QueryWord, type ReadQuery } from './query-score.ts';

/** Finds schools by typed text. Deterministic: the same entries and text give the same list. */
export type SearchIndex = ReturnType<SearchIndexBuilder['finish']>;

export type SearchIndexBuilder = ReturnType<typeof createSearchIndexBuilder>;

/** Limits the cost of queries such as "a" in 130,000 names. */
const MOST_ROWS = 6_000;
const SHORTEST_QUERY = 2;
const OWN_STATE = 0.2;
const PER_WEIGHT = 0.06;

type Texts = Readonly<Record<'ids' | 'names' | 'places' | 'streets' | 'states', string[]>> & {
  readonly weights: number[];
};

/** Builds an index entry by entry, storing a few dozen bytes each. */
export function createSearchIndexBuilder() {
  const rows = createRowBuilder();
  const texts: Texts = { ids: [], names: [], places: [], streets: [], states: [], weights: [] };
  // Shares the text of places, which thousands of entries have in common.
  const shared = new Map<string, string>();
  const share = (text: string): string => shared.get(text) ?? shared.set(text, text).get(text) ?? text;
  return {
    add(entry: DirectoryEntry): void {
      rows.add(texts.ids.length, entry);
      texts.ids.push(entry.id);
      texts.names.push(entry.name);
      texts.places.push(share([entry.city, entry.state].filter(Boolean).join(', ')));
      texts.streets.push(entry.address_line_1);
      texts.states.push(share(entry.state));
      texts.weights.push(entry.weight);
    },
    finish() {
      const index = rows.finish();
      const read = createQueryReader(index);
      shared.clear();
      return {
        size: texts.ids.length,
        search: (request: SearchRequest) => suggestRows(texts, findBest({ index, texts, read }, request)),
      };
    },
  };
}

/** Tolerance of a pass. */
const AS_TYPED = { withErrors: false, mayMiss: false };
const PASSES = [AS_TYPED, { withErrors: true, mayMiss: false }, { withErrors: true, mayMiss: true }];
type Pass = Readonly<typeof AS_TYPED>;

type Searched = { readonly index: IndexedRows; readonly texts: Texts; readonly read: ReadQuery };
type Best = ReturnType<typeof createBest>;

/** Finds exact matches first; if too few, with typing errors; if none, without one of the words. */
function findBest(searched: Searched, request: SearchRequest): readonly number[] {
  if (request.query.trim().length < SHORTEST_QUERY) return [];
  const best = createBest(searched.texts, request);
  for (const pass of PASSES) {
    if (best.isFull() || (pass.mayMiss && !best.isEmpty())) break;
    tryText(searched, request.query, { pass, best });
    if (pass !== AS_TYPED) continue;
    for (const joined of best.isFull() ? [] : joinedQueries(request.query))
      tryText(searched, joined, { pass, best });
  }
  return best.entries();
}

function tryText({ index, read }: Searched, text: string, { pass, best }: { pass: Pass; best: Best }): void {
  const query = read(text, pass.withErrors);
  // For words of half of the schools, errors do not help.
  if (pass.withErrors && query.every(({ isCommon }) => isCommon)) return;
  const wanted = { query, mayMiss: pass.mayMiss };
  forEachCandidate(index, driversOf(query, pass.mayMiss), (row) => {
    const entry = index.entries[row] ?? 0;
    const score = scoreRow(index, row, wanted);
    if (score !== undefined) best.offer(entry, score);
  });
}

/** Returns the typed word with the fewest rows; if a word can be missing, the two rarest. */
function driversOf(query: readonly QueryWord[], mayMiss: boolean): readonly QueryWord[] {
  const proper = query.filter(({ isCommon }) => !isCommon);
  return (proper.length > 0 ? proper : query)
    .filter(({ rows }) => rows > 0 || !mayMiss)
    .toSorted((one, other) => one.rows - other.rows)
    .slice(0, mayMiss ? 2 : 1);
}

function forEachCandidate(
  { rows, rowStarts }: IndexedRows,
  drivers: readonly QueryWord[],
  visit: (row: number) => void,
): void {
  let left = MOST_ROWS;
  for (const driver of drivers) {
    for (const word of driver.meant) {
      const start = rowStarts[word] ?? 0;
      const end = Math.min(rowStarts[word + 1] ?? 0, start + left);
      for (let at = start; at < end; at += 1) visit(rows[at] ?? 0);
      left -= end - start;
      if (left === 0) return;
    }
  }
}

/** Collects the best entries, each once with its best score. */
function createBest(texts: Texts, { most, near }: SearchRequest) {
  const kept: { entry: number; score: number }[] = [];
  const byScore = (one: (typeof kept)[number], other: (typeof kept)[number]): number => {
    const [name = '', otherName = ''] = [texts.names[one.entry], texts.names[other.entry]];
    const byName = name === otherName ? one.entry - other.entry : Number(name > otherName) - 0.5;
    return other.score - one.score || name.length - otherName.length || byName;
  };
  const bonusOf = (entry: number): number =>
    PER_WEIGHT * (texts.weights[entry] ?? 0) +
    (near !== undefined && texts.states[entry] === near ? OWN_STATE : 0);
  return {
    isFull: () => kept.length >= most,
    isEmpty: () => kept.length === 0,
    entries: () => kept.map(({ entry }) => entry),
    offer(entry: number, fit: number) {
      const score = fit + bonusOf(entry);
      if (kept.length >= most && score < (kept.at(-1)?.score ?? 0)) return;
      const known = kept.findIndex((each) => each.entry === entry);
      if (known >= 0) {
        if ((kept[known]?.score ?? 0) >= score) return;
        kept.splice(known, 1);
      }
      kept.push({ entry, score });
      kept.sort(byScore);
      if (kept.length > most) kept.pop();
    },
  };
}

/** Adds the street to schools with equal name and city; merges those with the same street. */
function suggestRows(texts: Texts, entries: readonly number[]): Suggestion[] {
  const titles = entries.map((entry) => `${texts.names[entry]}|${texts.places[entry]}`);
  const suggestions = entries.map((entry, at) => {
    const title = titles[at] ?? '';
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title);
    const street = isAlone ? '' : (texts.streets[entry] ?? '');
    return {
      id: texts.ids[entry] ?? '',
      text: texts.names[entry] ?? '',
      sub_text: [street, texts.places[entry]].filter(Boolean).join(', '),
    };
  });
  return suggestions.filter(
    ({ text, sub_text }, at) =>
      suggestions.findIndex((other) => other.text === text && other.sub_text === sub_text) === at,
  );
}
