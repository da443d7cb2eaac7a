import type { Option } from '#form/definition/definition.ts';

/** One option with its label as it is searched: no accents, lower case. */
type Searchable = { readonly option: Option; readonly text: string };

const searchables = new WeakMap<readonly Option[], readonly Searchable[]>();

/**
 * The options that fit what is typed: the option of that very value (USA) and labels that begin with it, then
 * labels with a word that begins with it, then labels that hold it; within each the order of the list. Case and
 * accents do not count. An empty query fits all.
 */
export function searchOptions(options: readonly Option[], query: string): readonly Option[] {
  const wanted = plain(query.trim());
  if (wanted === '') return options;
  const ranked = searchable(options).map(({ option, text }) => ({
    option,
    rank: plain(option.value) === wanted ? 0 : rankOf(text, wanted),
  }));
  return [0, 1, 2].flatMap((rank) => ranked.filter((each) => each.rank === rank).map(({ option }) => option));
}

/** Of several names those that hold what is typed come first, so that it is seen why they were found. */
export function foundFirst(names: readonly string[], query: string): readonly string[] {
  const wanted = plain(query.trim());
  if (wanted === '') return names;
  return names.toSorted(
    (one, other) => Number(plain(other).includes(wanted)) - Number(plain(one).includes(wanted)),
  );
}

/** The option whose label, or else whose value, is what is typed: what a browser's autofill writes is taken. */
export function exactOption(options: readonly Option[], query: string): Option | undefined {
  const wanted = plain(query.trim());
  return (
    searchable(options).find(({ text }) => text === wanted)?.option ??
    options.find(({ value }) => plain(value) === wanted)
  );
}

function rankOf(text: string, wanted: string): number {
  const at = text.indexOf(wanted);
  if (at <= 0) return at === 0 ? 0 : -1;
  return text.includes(` ${wanted}`) ? 1 : 2;
}

function searchable(options: readonly Option[]): readonly Searchable[] {
  const known = searchables.get(options);
  if (known) return known;
  const made = options.map((option) => ({ option, text: plain(option.label) }));
  searchables.set(options, made);
  return made;
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
