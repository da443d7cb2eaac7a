import type { Option } from '#form/definition/definition.ts';
import type { FoundAddress } from './address-provider.ts';

/** The lists of the questionnaire that a place is chosen from. */
export type PlaceLists = {
  readonly countries: readonly Option[];
  /** By the value of the country. A country without a list has no states to choose from. */
  readonly states: Readonly<Record<string, readonly Option[]>>;
};

/**
 * An address whose state and country are values that the questionnaire offers. What it does not offer is left out,
 * so that the student chooses it.
 */
export type ToOffered = (address: FoundAddress) => FoundAddress;

const COUNTRY_NAMES = (['long', 'short'] as const).map(
  (style) => new Intl.DisplayNames('en', { type: 'region', style, fallback: 'none' }),
);

/** Services tell countries and states by names or by codes; the questionnaire's lists say what is stored for them. */
export function createToOffered({ countries, states }: PlaceLists): ToOffered {
  const countryOf = createFinder(countries);
  const stateFinders = new Map(
    Object.entries(states).map(([country, list]) => [country, createFinder(list)]),
  );
  return (address) => {
    const country = namesOf(address.country).map(countryOf).find(Boolean) ?? '';
    const state = stateFinders.get(country)?.(address.state) ?? '';
    return { ...address, country, state };
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
