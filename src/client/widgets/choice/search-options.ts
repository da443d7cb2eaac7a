import type { Option } from '#form/definition/option-list.ts';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { searchCode, searchText } from '#form/definition/search-text.ts';

/** Match ranks, best first. */
const RANKS = ['exact', 'label', 'word', 'alias', 'inside'] as const;

/** An option with its searchable names. */
type Searchable = {
  readonly option: Option;
  /** Value, label and aliases as codes. */
  readonly codes: readonly string[];
  /** Label and aliases, each word preceded by a space. */
  readonly label: string;
  readonly aliases: string;
};

export type FoundOptions = {
  readonly matches: readonly Option[];
  /** Whether the first match is unambiguous. */
  readonly isSure: boolean;
};

/**
 * Finds options by rank (see `RANKS`), then list order.
 * `isSure` if the first match is unambiguous: it alone has its rank, or its label begins with the text, unless that is
 * whole words of several ("North").
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

/** Returns the option with this exact value, label or alias. Used for autofill. */
export function exactOption(options: readonly Option[], query: string): Option | undefined {
  const wanted = searchCode(query);
  return searchable(options).find(({ codes }) => codes.includes(wanted))?.option;
}

/** Sorts names that contain the query first, to show why they matched. */
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
