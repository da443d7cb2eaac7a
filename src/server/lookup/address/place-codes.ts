import type { Option } from '#form/definition/option-list.ts';
import type { FoundAddress } from './address-providers.ts';

/** The lists of the questionnaire that a place is chosen from. */
export type PlaceLists = {
  readonly countries: readonly Option[];
  /** By the value of the country. A country without a list has no states to choose from. */
  readonly states: Readonly<Record<string, readonly Option[]>>;
  /** Whether the state of a country without a list is a text. */
  readonly isStateText: boolean;
};

const COUNTRY_NAMES = (['long', 'short'] as const).map(
  (style) => new Intl.DisplayNames('en', { type: 'region', style, fallback: 'none' }),
);

/** Converts places, which services name in words or in codes, to the values of the questionnaire. */
export function createPlaceCodes({ countries, states, isStateText }: PlaceLists) {
  const findCountry = createFinder(countries);
  /** The value of a country by its name or its code of two letters; empty when it is not offered. */
  const countryOf = (name: string): string => namesOf(name).map(findCountry).find(Boolean) ?? '';
  const stateFinders = new Map(
    Object.entries(states).map(([country, list]) => [country, createFinder(list)]),
  );
  return {
    /** Converts state and country to offered values; what is not offered is left for the student to choose. */
    offered: (address: FoundAddress): FoundAddress => {
      const country = countryOf(address.country);
      const find = stateFinders.get(country);
      const written = country !== '' && isStateText ? address.state : '';
      const state = (find ? find(address.state) : written) ?? '';
      return { ...address, country, state };
    },
    countryOf,
    /** How the value of a country reads. */
    nameOf: (country: string) => countries.find(({ value }) => value === country)?.label,
  };
}

function namesOf(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [country];
  return COUNTRY_NAMES.map((names) => names.of(country) ?? country);
}

/** Finds the value of an option by its value or its label. */
function createFinder(options: readonly Option[]): (text: string) => string | undefined {
  const byName = new Map<string, string>();
  for (const { value, label } of options) {
    byName.set(plainName(label.replace(/\(.*\)/, '')), value);
    byName.set(plainName(label), value);
  }
  for (const { value } of options) byName.set(value, value);
  return (text) => byName.get(text) ?? byName.get(plainName(text));
}

/** Without accents, capitals and signs, its words in order: "Congo, Republic of the" is "Republic of the Congo". */
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
