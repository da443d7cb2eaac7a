import type { OnError } from '#server/http/error-log.ts';
import type { LookupRecord, LookupSource, Suggestion } from '../directory-entry.ts';
import type { AddressProvider, FoundAddress } from './address-providers.ts';
import { createPlaceCodes, type PlaceLists } from './place-codes.ts';
import type { ServerSecret } from '#server/database/server-secret.ts';
import { US, type ZipCodes } from './zip-codes.ts';

type AddressSourceSettings = {
  readonly provider: AddressProvider;
  readonly places: PlaceLists;
  /** The server's own; signs the ids. */
  readonly secret: ServerSecret;
  readonly clock: () => Date;
  readonly onError: OnError;
};

const SHORTEST_QUERY = 3;
/** As long as an id may be in schemas/api/get-lookup-find.json. */
const LONGEST_ID = 1000;

/** Searches addresses in the questionnaire's own values; an empty list where the provider fails. */
export function createAddressSource({
  provider,
  places,
  secret,
  clock,
  onError,
}: AddressSourceSettings): LookupSource {
  const ids = createAddressIds(secret);
  const { offered, countryOf, nameOf } = createPlaceCodes(places);
  const only = provider.only === undefined ? undefined : countryOf(provider.only);
  const guarded = createCircuitBreaker({ clock, onError });
  return {
    async search({ query, most, near, country }) {
      const isElsewhere = country !== undefined && only !== undefined && country !== only;
      if (isElsewhere || query.trim().length < SHORTEST_QUERY) return [];
      const request = { query, most, near, isCountryChosen: country !== undefined };
      const found = await guarded((signal) => provider.complete(request, signal));
      const suggestions = found
        .map((address) => ({ address: offered(address), countryAsGiven: address.country }))
        .toSorted(
          (one, other) =>
            addressDistance(one.address, { country, near }) -
            addressDistance(other.address, { country, near }),
        )
        .map(({ address, countryAsGiven }) => {
          const isChosen = address.country !== '' && address.country === country;
          const countryName = isChosen ? '' : (nameOf(address.country) ?? countryAsGiven);
          return addressSuggestion({ ...address, countryName }, ids.sign(address));
        })
        .filter(({ id }) => id.length <= LONGEST_ID);
      return distinctAddresses(suggestions).slice(0, most);
    },
    async find(id) {
      const address = ids.read(id);
      return address === undefined ? undefined : recordOf(address);
    },
  };
}

/**
 * What fills the form. City and ZIP code are emptied where nothing is known of them, because those of another address
 * would be wrong; a flat, and a country that the questionnaire does not offer, stay as the student has them.
 */
function recordOf({ address_line_1, address_line_2, city, state, zip, country }: FoundAddress): LookupRecord {
  return {
    address_line_1,
    ...(address_line_2 !== '' && { address_line_2 }),
    city,
    ...(country !== '' && { state, country }),
    zip,
  };
}

type Place = { readonly country?: string | undefined; readonly near?: string | undefined };

/** The chosen country comes first, and then the student's own state. */
function addressDistance({ country, state }: FoundAddress, wanted: Place): number {
  const isAbroad = wanted.country !== undefined && country !== wanted.country;
  return (isAbroad ? 2 : 0) + (state === wanted.near ? 0 : 1);
}

/** Empty where the form says the country already. */
type Offered = FoundAddress & { readonly countryName: string };

function addressSuggestion(address: Offered, id: string): Suggestion {
  const { city, state, zip, countryName } = address;
  const street = [address.address_line_1, address.address_line_2].filter(Boolean).join(' ');
  const region = [state, zip].filter(Boolean).join(' ');
  const place = [city, region, countryName].filter(Boolean).join(', ');
  return street === '' ? { id, text: place, sub_text: '' } : { id, text: street, sub_text: place };
}

function distinctAddresses(suggestions: readonly Suggestion[]): Suggestion[] {
  const byText = Map.groupBy(suggestions, ({ text, sub_text }) => `${text}|${sub_text}`);
  return [...byText.values()].flatMap(([first]) => first ?? []);
}

const SIGNATURE_BYTES = 16;

/** Ids are signed addresses: nothing is stored, and every process on the same database can read them. */
export function createAddressIds(secret: ServerSecret) {
  return {
    sign({ address_line_1, address_line_2, city, state, zip, country }: FoundAddress): string {
      const parts = [address_line_1, address_line_2, city, state, zip, country];
      const payload = Buffer.from(JSON.stringify(parts)).toString('base64url');
      return `${payload}.${secret.sign(messageOf(payload), SIGNATURE_BYTES).toString('base64url')}`;
    },
    /** Undefined when the server has not signed it. */
    read(id: string): FoundAddress | undefined {
      const [payload = '', signature = ''] = id.split('.');
      const given = Buffer.from(signature, 'base64url');
      if (!secret.isSigned(messageOf(payload), given, SIGNATURE_BYTES)) return undefined;
      const parts: readonly string[] = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const [address_line_1 = '', address_line_2 = '', city = '', state = '', zip = '', country = ''] = parts;
      return { address_line_1, address_line_2, city, state, zip, country };
    },
  };
}

function messageOf(payload: string): string {
  return `address:${payload}`;
}

/** The student waits at most a second for nothing. */
const LIMIT_MS = 900;
/** After so many failures in a row the service is not called … */
const FAILURES = 3;
/** … for so long; then one call tries it again. */
const REST_MS = 30_000;

/**
 * Guards calls of a slow service: a time limit for each, and none for a while after several failures. The returned
 * function never rejects: it resolves to the call's list, or an empty one.
 */
export function createCircuitBreaker({ clock, onError }: Pick<AddressSourceSettings, 'clock' | 'onError'>) {
  let failures = 0;
  let restsUntil = 0;
  return async <T>(work: (signal: AbortSignal) => Promise<readonly T[]>): Promise<readonly T[]> => {
    const now = clock().getTime();
    if (now < restsUntil) return [];
    // While one call tries whether the service is back, the others do not wait with it.
    if (failures >= FAILURES) restsUntil = now + REST_MS;
    try {
      const list = await work(AbortSignal.timeout(LIMIT_MS));
      failures = 0;
      restsUntil = 0;
      return list;
    } catch (error) {
      failures += 1;
      if (failures >= FAILURES) restsUntil = clock().getTime() + REST_MS;
      onError('the address service', error);
      return [];
    }
  };
}

/** A ZIP code, with its four more digits or without. */
const ZIP = /^(\d{5})(?:-\d{4})?$/;

/** Finds city, state and country of a ZIP code, which is the id. Searching a part of a code would find too many. */
export function createZipSource(places: PlaceLists, codes: () => Promise<ZipCodes>): LookupSource {
  const { offered } = createPlaceCodes(places);
  return {
    search: async () => [],
    async find(id) {
      const [, zip] = ZIP.exec(id) ?? [];
      const place = zip === undefined ? undefined : (await codes()).find(zip);
      if (!place) return undefined;
      const nowhere = { address_line_1: '', address_line_2: '', zip: id };
      const { city, state, country } = offered({ ...nowhere, ...place, country: US });
      return { city, state, country };
    },
  };
}
