import type { OnFault } from '#server/http/error-log.ts';
import type { Suggestion } from '../directory-entry.ts';
import type { LookupRecord, LookupSource } from '../lookup-source.ts';
import { createAddressIds } from './address-ids.ts';
import type { AddressProvider, FoundAddress } from './address-provider.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';
import { createPlaceCodes, type PlaceLists } from './place-codes.ts';
import type { ServerSecret } from '#server/storage/server-secret.ts';

export type AddressSourceSettings = {
  readonly provider: AddressProvider;
  readonly places: PlaceLists;
  /** The server's own; signs the ids. */
  readonly secret: ServerSecret;
  readonly clock: () => Date;
  readonly onFault: OnFault;
};

/** The student waits at most a second for nothing. */
const LIMIT_MS = 900;
const SHORTEST_QUERY = 3;
/** As long as an id may be in schemas/api/get-lookup-find.json. */
const LONGEST_ID = 1000;

/**
 * Addresses, of whichever provider: states and countries in the questionnaire's own values, ids that need no store,
 * and an empty list where the provider fails.
 */
export function createAddressSource({
  provider,
  places,
  secret,
  clock,
  onFault,
}: AddressSourceSettings): LookupSource {
  const ids = createAddressIds(secret);
  const { offered, countryOf, nameOf } = createPlaceCodes(places);
  const only = provider.only === undefined ? undefined : countryOf(provider.only);
  const guarded = createCircuitBreaker({ limitMs: LIMIT_MS, clock, onFault });
  return {
    async search({ query, most, near, country }) {
      const isElsewhere = country !== undefined && only !== undefined && country !== only;
      if (isElsewhere || query.trim().length < SHORTEST_QUERY) return [];
      const asked = { query, most, near, isCountryChosen: country !== undefined };
      const found = await guarded((signal) => provider.complete(asked, signal));
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
  const byText = new Map<string, Suggestion>();
  for (const suggestion of suggestions) {
    const title = `${suggestion.text}|${suggestion.sub_text}`;
    if (!byText.has(title)) byText.set(title, suggestion);
  }
  return [...byText.values()];
}
