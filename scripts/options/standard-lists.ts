import { createRequire } from 'node:module';
import type { Option } from '../../src/form/definition/option-list.ts';
import { searchCode, searchText } from '../../src/form/definition/search-text.ts';
import { COUNTRY_ALIASES, LANGUAGE_ALIASES, REGION_ALIASES } from './option-aliases.ts';

const require = createRequire(import.meta.url);
const isoCountries: {
  getNames(language: string, options: { select: 'official' }): Record<string, string>;
  alpha2ToAlpha3(code: string): string | undefined;
} = require('i18n-iso-countries');
const regions: {
  countryShortCode: string;
  regions: { name: string; shortCode?: string }[];
}[] = require('country-region-data/data.json');
const phones: {
  country_calling_codes: Record<string, string[]>;
} = require('libphonenumber-js/metadata.min.json');
const isoLanguages: { getAllCodes(): string[]; getName(code: string): string } = require('iso-639-1');

/** Codes that differ from ISO 3166-1 alpha-3: docs/behavior.md 3.7 names UK. */
const OWN_CODES: Record<string, string> = { GBR: 'UK' };

/** Names by alpha-2 where the official one hides the country from somebody who looks for it in the list. */
const OWN_NAMES: Record<string, string> = {
  AC: 'Ascension Island',
  CD: 'Congo, Democratic Republic of the',
  CG: 'Congo, Republic of the',
  CN: 'China',
  FM: 'Micronesia',
  GM: 'Gambia',
  IR: 'Iran',
  MD: 'Moldova',
  MK: 'North Macedonia',
  PS: 'Palestine',
  RU: 'Russia',
  TA: 'Tristan da Cunha',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VG: 'British Virgin Islands',
  VI: 'U.S. Virgin Islands',
};

const names = { ...isoCountries.getNames('en', { select: 'official' }), ...OWN_NAMES };

/** The names that an option is not known by already, each once. */
function aliasesOf({ value, label }: Option, others: readonly string[]): Pick<Option, 'aliases'> {
  const known = new Set(['', value, label].map(searchCode));
  const aliases: string[] = [];
  for (const name of others) {
    if (!known.has(searchCode(name))) aliases.push(name);
    known.add(searchCode(name));
  }
  return aliases.length === 0 ? {} : { aliases };
}

function parted(list: string | undefined): readonly string[] {
  return list?.split(', ') ?? [];
}

/** By label in English, those named first before all others. */
function sortedOptions(options: readonly Option[], first: readonly string[]): Option[] {
  const rank = ({ value }: Option) => (first.includes(value) ? first.indexOf(value) : first.length);
  return options.toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en'));
}

/** Countries by English name; the United States and Canada come first. */
function countryOptions(): Option[] {
  const named = Object.entries(names).flatMap(([alpha2, label]) => {
    const alpha3 = isoCountries.alpha2ToAlpha3(alpha2);
    if (alpha3 === undefined) return [];
    const option = { value: OWN_CODES[alpha3] ?? alpha3, label };
    return [{ ...option, ...aliasesOf(option, countryAliases(alpha2)) }];
  });
  return sortedOptions(named, ['USA', 'CAN']);
}

/** Its code of two letters, `St` for a name that begins with Saint, and the other names. */
function countryAliases(alpha2: string): readonly string[] {
  const name = countryName(alpha2);
  const short = name.startsWith('Saint ') ? name.replace('Saint', 'St') : '';
  return [alpha2, short, ...parted(COUNTRY_ALIASES[alpha2])];
}

/** Regions of one country in the order of the package: by name, the military addresses last. */
function regionsOf(countryShortCode: string): Option[] {
  const country = regions.find((entry) => entry.countryShortCode === countryShortCode);
  if (!country) throw new Error(`country-region-data has no country ${countryShortCode}`);
  return country.regions.map(({ name, shortCode }) => {
    if (!shortCode) throw new Error(`country-region-data has no code for ${name}`);
    const option = { value: shortCode, label: name };
    return { ...option, ...aliasesOf(option, parted(REGION_ALIASES[`${countryShortCode}-${shortCode}`])) };
  });
}

/** Calling codes in order, each with its countries, whose names are aliases where another label holds them. */
function dialCodes(): Option[] {
  const reached = Object.entries(phones.country_calling_codes);
  const texts = reached.flatMap(([, all]) => all.map((alpha2) => ` ${searchText(countryName(alpha2))}`));
  const isShared = (name: string) => texts.filter((text) => text.includes(` ${searchText(name)}`)).length > 1;
  const codes = reached.map(([value, [main = '', ...others]]) => {
    const rest = others.map((alpha2) => ({ value: alpha2, label: countryName(alpha2) }));
    const named = [countryName(main), ...sortedOptions(rest, ['CA']).map(({ label }) => label)];
    const option = { value, label: `+${value} ${named.join(', ')}` };
    const aliases = [main, ...others].flatMap(countryAliases);
    return { ...option, ...aliasesOf(option, [...named.filter(isShared), ...aliases]) };
  });
  return codes.toSorted((a, b) => Number(a.value) - Number(b.value));
}

function countryName(alpha2: string): string {
  const name = names[alpha2];
  if (name === undefined) throw new Error(`i18n-iso-countries has no name for ${alpha2}`);
  return name;
}

/** Languages by English name: English and Spanish first, OTH for all that are not listed last. */
function languageOptions(): Option[] {
  const listed = isoLanguages.getAllCodes().map((code) => {
    const option = { value: code.toUpperCase(), label: isoLanguages.getName(code) };
    return { ...option, ...aliasesOf(option, parted(LANGUAGE_ALIASES[option.value])) };
  });
  return [...sortedOptions(listed, ['EN', 'ES']), { value: 'OTH', label: 'Other' }];
}

/** The option lists from packages by name: countries, states and provinces, dial codes, languages. */
export function standardLists(): Readonly<Record<string, readonly Option[]>> {
  const countries = countryOptions();
  return {
    countries,
    'countries-no-usa': countries.filter(({ value }) => value !== 'USA'),
    'us-states': regionsOf('US'),
    'canadian-provinces': regionsOf('CA'),
    'dial-codes': dialCodes(),
    languages: languageOptions(),
  };
}
