import type { Option } from '#form/definition/option-list.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { searchCode, searchText } from '#form/definition/search-text.ts';

/** How an option fits what is typed, the best first. */
const RANKS = ['exact', 'label', 'word', 'alias', 'inside'] as const;

/** One option with its names as they are searched. */
type Searchable = {
  readonly option: Option;
  /** Its value, label and aliases as codes. */
  readonly codes: readonly string[];
  /** Its label and its aliases, with a blank before each word. */
  readonly label: string;
  readonly aliases: string;
};

export type FoundOptions = {
  readonly matches: readonly Option[];
  /** Whether the first of them is meant, and no other as well. */
  readonly isSure: boolean;
};

/**
 * Finds options by rank (see `RANKS`), then in the order of the list. `isSure` if the first is meant: it alone has its
 * rank, or its label begins with the text and the text is not whole words of several ("North").
 */
export function searchOptions(options: readonly Option[], query: string): FoundOptions {
  const wanted = searchText(query);
  if (wanted === '') return { matches: options, isSure: false };
  const ranked = searchable(options).map((each) => ({ ...each, rank: rankOf(each, wanted) }));
  const groups = RANKS.map((rank) => ranked.filter((each) => each.rank === rank));
  const [best, ...others] = groups.find((group) => group.length > 0) ?? [];
  const hasWords = ({ label }: Searchable) => label.startsWith(` ${wanted} `);
  return {
    matches: groups.flat().map(({ option }) => option),
    isSure:
      best !== undefined &&
      (others.length === 0 || (best.rank === 'label' && !(hasWords(best) && others.some(hasWords)))),
  };
}

/** The option that has what is typed as value, label or alias: what a browser's autofill writes is taken. */
export function exactOption(options: readonly Option[], query: string): Option | undefined {
  const wanted = searchCode(query);
  return searchable(options).find(({ codes }) => codes.includes(wanted))?.option;
}

/** Of several names those that hold what is typed come first, so that it is seen why they were found. */
export function foundFirst(names: readonly string[], query: string): readonly string[] {
  const wanted = searchText(query);
  return names.toSorted(
    (one, other) => Number(searchText(other).includes(wanted)) - Number(searchText(one).includes(wanted)),
  );
}

function rankOf({ codes, label, aliases }: Searchable, wanted: string): (typeof RANKS)[number] | undefined {
  const code = wanted.replaceAll(' ', '');
  if (codes.includes(code)) return 'exact';
  if (label.replaceAll(' ', '').startsWith(code)) return 'label';
  if (label.includes(` ${wanted}`)) return 'word';
  if (aliases.includes(` ${wanted}`)) return 'alias';
  return label.includes(wanted) ? 'inside' : undefined;
}

const searchable = memoizeByObject((options: readonly Option[]): readonly Searchable[] =>
  options.map((option) => {
    const { value, label, aliases = [] } = option;
    return {
      option,
      codes: [value, label, ...aliases].map(searchCode),
      label: ` ${searchText(label)} `,
      aliases: aliases.map((alias) => ` ${searchText(alias)}`).join(),
    };
  }),
);
