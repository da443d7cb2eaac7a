import type { FormDefinition } from '#form/definition/definition.ts';
import type { Option } from '#form/definition/option-list.ts';
import { isYearList } from '#form/answers/option-lists.ts';
import { ADDRESS_CATEGORY, ZIP_CATEGORY } from '../directory-entry.ts';
import type { FoundAddress } from './address-providers.ts';

/** Option lists of the questionnaire for places. */
export type PlaceLists = {
  readonly countries: readonly Option[];
  /** By value of the country. A country without a list has no states to choose from. */
  readonly states: Readonly<Record<string, readonly Option[]>>;
  /** Whether the state is a text for countries without a list. */
  readonly isStateText: boolean;
};

/** Returns the country and state options of the first address or ZIP code look-up. */
export function placeListsOf({ pages, options }: Pick<FormDefinition, 'pages' | 'options'>): PlaceLists {
  const questions = new Map(pages.flatMap((page) => Object.entries(page.questions)));
  const listOf = (name: string | undefined): readonly Option[] => {
    const list = name === undefined ? undefined : options[name];
    return list === undefined || isYearList(list) ? [] : list;
  };
  const looked = [...questions.values()].find(
    ({ lookup }) => lookup && [ADDRESS_CATEGORY, ZIP_CATEGORY].includes(lookup.category),
  );
  const { country = '', state = '' } = looked?.lookup?.fills ?? {};
  const { lists = {}, otherwise } = questions.get(state)?.dependsOn ?? {};
  const states = Object.entries(lists);
  return {
    countries: listOf(questions.get(country)?.options),
    states: Object.fromEntries(states.map(([value, name]) => [value, listOf(name)])),
    isStateText: otherwise === 'text',
  };
}

const COUNTRY_NAMES = (['long', 'short'] as const).map(
  (style) => new Intl.DisplayNames('en', { type: 'region', style, fallback: 'none' }),
);

/** Converts names or codes of places to values of the questionnaire. */
export function createPlaceCodes({ countries, states, isStateText }: PlaceLists) {
  const findCountry = createFinder(countries);
  /** Returns the value of a country by name or two-letter code; '' if not offered. */
  const countryOf = (name: string): string => namesOf(name).map(findCountry).find(Boolean) ?? '';
  const stateFinders = new Map(
    Object.entries(states).map(([country, list]) => [country, createFinder(list)]),
  );
  return {
    /** Converts state and country to offered values; others are left for the student to choose. */
    offered: (address: FoundAddress): FoundAddress => {
      const country = countryOf(address.country);
      const find = stateFinders.get(country);
      const written = country !== '' && isStateText ? address.state : '';
      const state = (find ? find(address.state) : written) ?? '';
      return { ...address, country, state };
    },
    countryOf,
    /** Returns the label of a country's value. */
    nameOf: (country: string) => countries.find(({ value }) => value === country)?.label,
  };
}

function namesOf(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [country];
  return COUNTRY_NAMES.map((names) => names.of(country) ?? country);
}

/** Finds an option's value by its value or label. */
function createFinder(options: readonly Option[]): (text: string) => string | undefined {
  const byName = new Map<string, string>();
  for (const { value, label } of options) {
    byName.set(plainName(label.replace(/\(.*\)/, '')), value);
    byName.set(plainName(label), value);
  }
  for (const { value } of options) byName.set(value, value);
  return (text) => byName.get(text) ?? byName.get(plainName(text));
}

/** Removes accents, case and punctuation, and sorts words: "Congo, Republic of the" equals "Republic of the Congo". */
function plainName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? [])
    .filter((word) => word !== 'the' && word !== 'of')
    .toSorted()
    .join(' ');
}
