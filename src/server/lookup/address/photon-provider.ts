import type { AddressProvider, FoundAddress } from './address-provider.ts';
import { memberOf } from '../member-of.ts';
import { listMember, addressServiceAnswer, textMember } from './service-answer.ts';

/** Countries whose houses have their number in front of the street. */
const NUMBER_FIRST = new Set([
  'US',
  'CA',
  'GB',
  'IE',
  'AU',
  'NZ',
  'FR',
  'IN',
  'ZA',
  'PH',
  'SG',
  'HK',
  'IL',
  'LU',
]);
/** A street is split into many pieces in the data: more are asked for than are shown. */
const SPARE = 2;

/**
 * Photon, a search over OpenStreetMap that a university runs itself
 * (https://github.com/komoot/photon/blob/master/docs/api-v1.md).
 *
 * @param url of its search, e.g. `http://photon:2322/api`
 */
export function createPhotonProvider(url: string): AddressProvider {
  return {
    async complete({ query, most }, signal) {
      const asked = new URL(url);
      asked.searchParams.set('q', query);
      asked.searchParams.set('limit', String(most * SPARE));
      asked.searchParams.set('lang', 'en');
      for (const layer of ['house', 'street']) asked.searchParams.append('layer', layer);
      const features = listMember(await addressServiceAnswer(asked, { signal }), 'features');
      return features.flatMap((feature) => addressOf(memberOf(feature, 'properties'), query));
    },
  };
}

function addressOf(properties: unknown, query: string): FoundAddress[] {
  const part = (...names: readonly string[]): string =>
    names.map((name) => textMember(properties, name)).find(Boolean) ?? '';
  const code = part('countrycode').toUpperCase();
  // A street has its own name as "name", a house that of its street as "street".
  const street = part('street', 'name');
  if (street === '') return [];
  const number = part('housenumber') || numberTyped(query, street);
  const line = NUMBER_FIRST.has(code) ? [number, street] : [street, number];
  return [
    {
      address_line_1: line.filter(Boolean).join(' '),
      address_line_2: '',
      city: part('city', 'locality', 'district'),
      state: part('state'),
      zip: part('postcode'),
      country: part('country') || code,
    },
  ];
}

/** Many streets are known without their houses: the number is then the one that the student typed. */
function numberTyped(query: string, street: string): string {
  if (/^\d/.test(street)) return '';
  return /^\s*(\d{1,6}[a-z]?)\s/i.exec(query)?.[1] ?? '';
}
