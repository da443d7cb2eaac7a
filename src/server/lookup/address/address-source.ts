import type { OnError } from '#server/http/error-log.ts';
import { signedSubject, signSubject } from '#server/http/secret-token.ts';
import type { LookupRecord, LookupSource, Suggestion } from '../directory-entry.ts';
import type { AddressProvider, FoundAddress } from './address-providers.ts';
import { createPlaceCodes, type PlaceLists } from './place-codes.ts';
import type { ServerSecret } from '#server/database/server-secret.ts';
import { US, type ZipCodes } from './zip-codes.ts';

type AddressSourceSettings = {
  readonly provider: AddressProvider;
  readonly places: PlaceLists;
  /** Whether the provider may be asked for an IP address. */
  readonly mayAsk: (ip: string) => boolean;
  /** The server's secret; signs the IDs. */
  readonly secret: ServerSecret;
  readonly clock: () => Date;
  readonly onError: OnError;
};

const SHORTEST_QUERY = 3;
/** Maximum length of an ID in schemas/api/get-lookup-find.json. */
const LONGEST_ID = 1000;

/** Searches addresses with the questionnaire's values. Returns an empty list if the provider fails or may not be asked. */
export function createAddressSource({
  provider,
  places,
  mayAsk,
  secret,
  clock,
  onError,
}: AddressSourceSettings): LookupSource {
  const ids = createAddressIds(secret);
  const { offered, countryOf, nameOf } = createPlaceCodes(places);
  const only = provider.only === undefined ? undefined : countryOf(provider.only);
  const guarded = createCircuitBreaker({ clock, onError });
  return {
    async search({ query, most, near, country, client }) {
      const isElsewhere = country !== undefined && only !== undefined && country !== only;
      if (isElsewhere || query.trim().length < SHORTEST_QUERY || !mayAsk(client)) return [];
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
 * Returns the answers to fill in. Unknown city and ZIP code are emptied, because those of another address would be
 * wrong; a unit, and a country not offered by the questionnaire, stay unchanged.
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

/** Sorts by the chosen country, then the student's own state. */
function addressDistance({ country, state }: FoundAddress, wanted: Place): number {
  const isAbroad = wanted.country !== undefined && country !== wanted.country;
  return (isAbroad ? 2 : 0) + (state === wanted.near ? 0 : 1);
}

/** `countryName` is '' if the form already shows the country. */
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

const PURPOSE = 'address';

/** Creates IDs that are signed addresses. Nothing is stored, and all processes of the database can read them. */
export function createAddressIds(secret: ServerSecret) {
  return {
    sign({ address_line_1, address_line_2, city, state, zip, country }: FoundAddress): string {
      const parts = [address_line_1, address_line_2, city, state, zip, country];
      return signSubject(secret, PURPOSE, Buffer.from(JSON.stringify(parts)).toString('base64url'));
    },
    /** Returns undefined for an ID not signed by the server. */
    read(id: string): FoundAddress | undefined {
      const payload = signedSubject(secret, PURPOSE, id);
      if (payload === undefined) return undefined;
      const parts: readonly string[] = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const [address_line_1 = '', address_line_2 = '', city = '', state = '', zip = '', country = ''] = parts;
      return { address_line_1, address_line_2, city, state, zip, country };
    },
  };
}

/** Timeout: the student waits at most a second in vain. */
const LIMIT_MS = 900;
/** Consecutive failures before calls are paused. */
const FAILURES = 3;
/** Duration of the pause, after which one call tries again. */
const REST_MS = 30_000;

/**
 * Limits the time of a slow service's calls, and pauses after failures. The returned function never rejects: it
 * resolves to the call's list, or an empty one.
 */
export function createCircuitBreaker({ clock, onError }: Pick<AddressSourceSettings, 'clock' | 'onError'>) {
  let failures = 0;
  let restsUntil = 0;
  return async <T>(work: (signal: AbortSignal) => Promise<readonly T[]>): Promise<readonly T[]> => {
    const now = clock().getTime();
    if (now < restsUntil) return [];
    // While one call probes the service, others do not wait for it.
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

/** A ZIP code, optionally ZIP+4. */
const ZIP = /^(\d{5})(?:-\d{4})?$/;

/** Finds city, state and country by ZIP code, which is the ID. Partial codes would match too many. */
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
