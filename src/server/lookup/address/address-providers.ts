import { errorCodeOf } from '#server/http/error-log.ts';
import type { AddressSettings } from '#server/settings/service-addresses.ts';
import type { SearchRequest } from '../directory-entry.ts';
import { readTypedAddress, splitStreet } from './typed-address.ts';
import { US, type ZipCodes } from './zip-codes.ts';
import { memberOf } from '#form/definition/own-property.ts';

/** An address returned by a service. Missing parts are ''. */
export type FoundAddress = {
  readonly address_line_1: string;
  /** Apartment or unit, if any. */
  readonly address_line_2: string;
  readonly city: string;
  /** Name or code. */
  readonly state: string;
  readonly zip: string;
  /** Name, two-letter code (ISO 3166-1), or a code of the questionnaire. */
  readonly country: string;
};

type AddressRequest = SearchRequest & {
  /** Whether the student has chosen a country; for providers with only one, it is that one. */
  readonly isCountryChosen: boolean;
};

/** A service that completes addresses. */
export type AddressProvider = {
  /** Two-letter code (ISO 3166-1) of the only supported country; absent if there are several. */
  readonly only?: string;
  /** Can fail or be slow: the caller aborts it with the signal. */
  readonly complete: (request: AddressRequest, signal: AbortSignal) => Promise<readonly FoundAddress[]>;
};

/** Creates the configured provider. @param codes loads the ZIP codes, for the provider without a service */
export function createAddressProvider(
  settings: AddressSettings | undefined,
  codes: () => Promise<ZipCodes>,
): AddressProvider {
  if (settings === undefined) return createZipProvider(codes);
  return settings.kind === 'photon' ? createPhotonProvider(settings.url) : createSmartyProvider(settings);
}

/**
 * Completes city and state by the ZIP code at the end. Five digits are a postcode in many countries: without a chosen
 * country, the address must look American. Loads the codes at the first typed address.
 */
function createZipProvider(codes: () => Promise<ZipCodes>): AddressProvider {
  return {
    only: US,
    async complete({ query, isCountryChosen }) {
      const typed = readTypedAddress(query);
      if (typed === undefined || !(isCountryChosen || typed.looksAmerican)) return [];
      const place = (await codes()).find(typed.zip);
      if (place === undefined) return [];
      const { street, city } = splitStreet(typed.before, place);
      const { zipPlus: zip } = typed;
      return [{ address_line_1: street, address_line_2: '', city, state: place.state, zip, country: US }];
    },
  };
}

/** Countries that write the house number before the street. */
const NUMBER_FIRST = new Set('US CA GB IE AU NZ FR IN ZA PH SG HK IL LU'.split(' '));
/** Factor of requested results, because the data splits streets into many pieces. */
const SPARE = 2;

/** Creates a Photon provider, over OpenStreetMap (https://github.com/komoot/photon/blob/master/docs/api-v1.md). */
function createPhotonProvider(url: string): AddressProvider {
  return {
    async complete({ query, most }, signal) {
      const target = new URL(url);
      target.searchParams.set('q', query);
      target.searchParams.set('limit', String(most * SPARE));
      target.searchParams.set('lang', 'en');
      for (const layer of ['house', 'street']) target.searchParams.append('layer', layer);
      const features = listMember(await addressServiceAnswer(target, { signal }), 'features');
      return features.flatMap((feature) => photonAddresses(memberOf(feature, 'properties'), query));
    },
  };
}

function photonAddresses(properties: unknown, query: string): FoundAddress[] {
  const part = (...names: readonly string[]): string =>
    names.map((name) => textMember(properties, name)).find(Boolean) ?? '';
  const code = part('countrycode').toUpperCase();
  // Streets have their name in "name", houses that of their street in "street".
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

/** Returns the typed house number, because many streets are listed without houses. */
function numberTyped(query: string, street: string): string {
  if (/^\d/.test(street)) return '';
  return /^\s*(\d{1,6}[a-z]?)\s/i.exec(query)?.[1] ?? '';
}

type SmartySettings = Extract<AddressSettings, { kind: 'smarty' }>;

/**
 * Creates a provider for Smarty's US Autocomplete (https://www.smarty.com/docs/cloud/us-autocomplete-api), for the
 * United States only. The secret key is sent in a header, because others can log the URL.
 */
function createSmartyProvider({ url, authId, authToken }: SmartySettings): AddressProvider {
  const authorization = `Basic ${Buffer.from(`${authId}:${authToken}`).toString('base64')}`;
  return {
    only: US,
    async complete({ query, most, near }, signal) {
      const target = new URL(url);
      target.searchParams.set('search', query);
      target.searchParams.set('max_results', String(most));
      if (near !== undefined) target.searchParams.set('prefer_states', near);
      const answer = await addressServiceAnswer(target, { signal, headers: { authorization } });
      return listMember(answer, 'suggestions').map(smartyAddress);
    },
  };
}

function smartyAddress(suggestion: unknown): FoundAddress {
  const entries = Number(memberOf(suggestion, 'entries') ?? 0);
  return {
    address_line_1: textMember(suggestion, 'street_line'),
    // For a house with many units, "secondary" is the first or just "Apt": the student types their own.
    address_line_2: entries > 1 ? '' : textMember(suggestion, 'secondary'),
    city: textMember(suggestion, 'city'),
    state: textMember(suggestion, 'state'),
    zip: textMember(suggestion, 'zipcode'),
    country: US,
  };
}

/** An external service failed. Only its code can be logged. */
class AddressServiceError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The address service failed (${code}).`);
    this.name = 'AddressServiceError';
    this.code = code;
  }
}

const MOST_BYTES = 512 * 1024;
/** Statuses that reject the typed text, not failures of the service. */
const ODD_QUERY = new Set([400, 413, 414, 422]);

/**
 * Returns a service's JSON; undefined if it rejects the typed text. Follows no redirects, so that a key is only sent to
 * the configured host.
 * @throws AddressServiceError
 */
async function addressServiceAnswer(
  url: URL,
  { signal, headers = {} }: { readonly signal: AbortSignal; readonly headers?: Record<string, string> },
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      signal,
      redirect: 'error',
      headers: { accept: 'application/json', ...headers },
    });
    if (!response.ok) {
      await response.body?.cancel();
      if (ODD_QUERY.has(response.status)) return undefined;
      throw new AddressServiceError(`HTTP ${response.status}`);
    }
    return JSON.parse(await readText(response));
  } catch (error) {
    throw error instanceof AddressServiceError ? error : new AddressServiceError(codeOf(error));
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new AddressServiceError('too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns only the kind of failure: the message of a failed fetch can contain the typed text. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return errorCodeOf(cause) || (cause instanceof Error ? cause.name : 'unknown');
}

/** Returns the list of a response's member, or an empty one. */
function listMember(answer: unknown, name: string): readonly unknown[] {
  const list = memberOf(answer, name);
  return Array.isArray(list) ? list : [];
}

/** Returns a member's trimmed text; '' if missing or too long for an address. */
function textMember(value: unknown, name: string): string {
  const text = memberOf(value, name);
  return typeof text === 'string' && text.length <= LONGEST_PART ? text.trim() : '';
}

const LONGEST_PART = 120;
