import { createRequire } from 'node:module';
import type { Option } from '../../src/form/definition/option-list.ts';
import { searchCode, searchText } from '../../src/form/definition/search-text.ts';

/** Search aliases for generated options, by code. */
type Aliases = Readonly<Record<string, string>>;

/**
 * Official, former, common and local names, and abbreviations, separated by commas; variants in case, accents or
 * punctuation are redundant. The script adds two-letter country codes; three-letter codes are the values.
 */
const COUNTRY_ALIASES = readAliases(`
  AE UAE, Emirates, Dubai, Abu Dhabi; AL Shqipëria; AM Hayastan; AT Österreich;
  BA Bosnia, Bosna i Hercegovina, BiH; BE België, Belgique, Belgien; BF Upper Volta; BJ Dahomey; BN Brunei;
  BO Plurinational State of Bolivia; BQ Caribbean Netherlands; BR Brasil; BS The Bahamas;
  BY Belorussia, Byelorussia, White Russia; CC Keeling Islands;
  CD DRC, DR Congo, Democratic Republic of the Congo, Congo Kinshasa, Zaire; CF CAR;
  CG Republic of the Congo, Congo Brazzaville; CH Schweiz, Suisse, Svizzera; CI Ivory Coast;
  CN PRC, People’s Republic of China, Mainland China, Zhongguo; CV Cabo Verde; CW Netherlands Antilles;
  CZ Czechia, Česko, Czechoslovakia;
  DE Deutschland, Federal Republic of Germany, West Germany, East Germany; DK Danmark;
  DO República Dominicana; DZ Algérie; EE Eesti; EG Misr; ES España; ET Abyssinia; FI Suomi;
  FM Federated States of Micronesia;
  GB UK, GBR, Great Britain, Britain, England, Scotland, Wales, Northern Ireland; GE Sakartvelo;
  GH Gold Coast; GM The Gambia; GN Guinea Conakry; GR Hellas; HK Hong Kong SAR; HR Hrvatska;
  HU Magyarország; IE Republic of Ireland, Éire; IN Bharat; IR Persia, Islamic Republic of Iran; IS Ísland;
  IT Italia; JP Nippon; KH Kampuchea; KN St Kitts; KP DPRK, Democratic People’s Republic of Korea;
  KR Korea, ROK, Republic of Korea, Hanguk; LA Laos; LK Ceylon; LT Lietuva; LV Latvija; MA Maroc;
  MD Moldavia, Republic of Moldova; MK Macedonia, FYROM; MM Burma; MO Macau;
  NL Holland, The Netherlands, Nederland; NO Norge; NZ Aotearoa; PH The Philippines, Pilipinas; PL Polska;
  PS State of Palestine, West Bank, Gaza; RO România; RS Srbija, Yugoslavia;
  RU Russian Federation, USSR, Soviet Union, Rossiya; SA KSA, Kingdom of Saudi Arabia; SE Sverige;
  SI Slovenija; SK Slovensko, Slovak Republic; SR Dutch Guiana; SY Syria; SZ Swaziland; TH Siam;
  TL East Timor; TR Turkey; TW Republic of China, ROC, Formosa, Chinese Taipei; TZ Tanganyika, Zanzibar;
  US USA, United States of America, America, The United States, Estados Unidos, EEUU;
  VA Vatican, The Vatican, Vatican City; VC St Vincent; VE Bolivarian Republic of Venezuela; VI USVI;
  WS Western Samoa; XK XKX; ZA RSA; ZM Northern Rhodesia; ZW Rhodesia
`);

const REGION_ALIASES = readAliases(`
  US-AZ Ariz; US-CA Calif; US-DC Washington DC; US-FL Fla; US-FM Federated States of Micronesia;
  US-MP CNMI, Saipan; US-NC N Carolina; US-ND N Dakota; US-PA Penna; US-SC S Carolina; US-SD S Dakota;
  US-VI USVI, US Virgin Islands; US-WV W Va, W Virginia; CA-AB Alta; CA-NL Nfld; CA-NT NWT; CA-PE PEI;
  CA-QC PQ; CA-YT Yukon Territory
`);

const LANGUAGE_ALIASES = readAliases(`
  BN Bangla; DV Dhivehi, Maldivian; EL Hellenic; ES Castilian, Español; FA Farsi, Dari; FF Fulani;
  FR Français; DE Deutsch; GD Gaelic; HT Creole, Haitian Creole, Kreyòl; KL Greenlandic; KY Kirghiz;
  LG Luganda; MS Malaysian; MY Myanmar; NL Flemish; NY Nyanja, Chewa; OR Odia; PA Punjabi; PS Pushto;
  PT Brazilian; RN Rundi; RO Moldovan; RW Rwanda; SI Sinhalese; SL Slovene; SR Montenegrin;
  ST Sotho, Sesotho; SW Kiswahili; TL Filipino, Pilipino; TN Setswana; UG Uighur;
  ZH Mandarin, Cantonese, Taiwanese
`);

/** Parses entries separated by semicolons: a code, then names. */
function readAliases(list: string): Aliases {
  const entries = list.split(';').map((entry) => entry.trim().split(/ (.*)/, 2));
  return Object.fromEntries(entries);
}

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

/** Names by alpha-2 code where the official name is hard to find in the list. */
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

/** Returns distinct names that the option does not have yet. */
function aliasesOf({ value, label }: Option, others: readonly string[]): Pick<Option, 'aliases'> {
  const known = new Set(['', value, label].map(searchCode));
  const aliases: string[] = [];
  for (const name of others) {
    if (!known.has(searchCode(name))) aliases.push(name);
    known.add(searchCode(name));
  }
  return aliases.length === 0 ? {} : { aliases };
}

function separated(list: string | undefined): readonly string[] {
  return list?.split(', ') ?? [];
}

/** Sorts by English label, with the given ones first. */
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

/** Returns the alpha-2 code, `St` for Saint, and other names. */
function countryAliases(alpha2: string): readonly string[] {
  const name = countryName(alpha2);
  const short = name.startsWith('Saint ') ? name.replace('Saint', 'St') : '';
  return [alpha2, short, ...separated(COUNTRY_ALIASES[alpha2])];
}

/** Returns a country's regions in package order: by name, military addresses last. */
function regionsOf(countryShortCode: string): Option[] {
  const country = regions.find((entry) => entry.countryShortCode === countryShortCode);
  if (!country) throw new Error(`country-region-data has no country ${countryShortCode}`);
  return country.regions.map(({ name, shortCode }) => {
    if (!shortCode) throw new Error(`country-region-data has no code for ${name}`);
    const option = { value: shortCode, label: name };
    return { ...option, ...aliasesOf(option, separated(REGION_ALIASES[`${countryShortCode}-${shortCode}`])) };
  });
}

/** Returns dial codes in order, with country names as aliases where the label differs. */
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

/** Languages by English name: English and Spanish first, OTH (other) last. */
function languageOptions(): Option[] {
  const listed = isoLanguages.getAllCodes().map((code) => {
    const option = { value: code.toUpperCase(), label: isoLanguages.getName(code) };
    return { ...option, ...aliasesOf(option, separated(LANGUAGE_ALIASES[option.value])) };
  });
  return [...sortedOptions(listed, ['EN', 'ES']), { value: 'OTH', label: 'Other' }];
}

/** Returns the lists generated from packages: countries, regions, dial codes, languages. */
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
