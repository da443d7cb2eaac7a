/**
 * Writes the option lists that come from maintained packages into `schemas/options`:
 * countries (i18n-iso-countries) and states and provinces (country-region-data).
 * Run it after an update of one of the two packages; the lists are committed.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Option } from '#form/definition/definition.ts';

const require = createRequire(import.meta.url);
const isoCountries: {
  getNames(language: string, options: { select: 'official' }): Record<string, string>;
  alpha2ToAlpha3(code: string): string | undefined;
} = require('i18n-iso-countries');
const regions: {
  countryShortCode: string;
  regions: { name: string; shortCode?: string }[];
}[] = require('country-region-data/data.json');

/** Codes that differ from ISO 3166-1 alpha-3: the specification names UK (section 3, "Option lists"). */
const OWN_CODES: Record<string, string> = { GBR: 'UK' };
const FIRST = ['USA', 'CAN'];

function rank({ value }: Option): number {
  return FIRST.includes(value) ? FIRST.indexOf(value) : FIRST.length;
}

/** Countries by English name; the United States and Canada come first. */
function countries(): Option[] {
  const named = Object.entries(isoCountries.getNames('en', { select: 'official' })).map(([alpha2, label]) => {
    const alpha3 = isoCountries.alpha2ToAlpha3(alpha2) ?? alpha2;
    return { value: OWN_CODES[alpha3] ?? alpha3, label: alpha3 === 'USA' ? 'United States' : label };
  });
  return named.toSorted((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label, 'en'));
}

/** Regions of one country by name, grouped under it. */
function regionsOf(countryShortCode: string, group: string): Option[] {
  const country = regions.find((entry) => entry.countryShortCode === countryShortCode);
  if (!country) throw new Error(`country-region-data has no country ${countryShortCode}`);
  return country.regions.map(({ name, shortCode }) => {
    if (!shortCode) throw new Error(`country-region-data has no code for ${name}`);
    return { value: shortCode, label: name, group };
  });
}

function write(name: string, options: readonly Option[]): void {
  const file = new URL(`../schemas/options/${name}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify({ $schema: '../meta/options.meta.json', options }, null, 2)}\n`);
  console.log(`${name}.json: ${options.length} options`);
}

const all = countries();
write('countries', all);
write(
  'countries-no-usa',
  all.filter(({ value }) => value !== 'USA'),
);
write('states-and-provinces', [...regionsOf('US', 'United States'), ...regionsOf('CA', 'Canada')]);
