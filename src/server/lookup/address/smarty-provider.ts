import type { AddressProvider, FoundAddress } from './address-provider.ts';
import { memberOf } from '../member-of.ts';
import { listMember, addressServiceAnswer, textMember } from './service-answer.ts';

export type SmartySettings = { readonly url: string; readonly authId: string; readonly authToken: string };

/** Smarty knows addresses of the United States only. */
const COUNTRY = 'US';

/**
 * Smarty's US Autocomplete (https://www.smarty.com/docs/cloud/us-autocomplete-api). The secret key goes into a header,
 * not into the address of the call, which others may log.
 */
export function createSmartyProvider({ url, authId, authToken }: SmartySettings): AddressProvider {
  const authorization = `Basic ${Buffer.from(`${authId}:${authToken}`).toString('base64')}`;
  return {
    only: COUNTRY,
    async complete({ query, most, near }, signal) {
      const asked = new URL(url);
      asked.searchParams.set('search', query);
      asked.searchParams.set('max_results', String(most));
      if (near !== undefined) asked.searchParams.set('prefer_states', near);
      const answer = await addressServiceAnswer(asked, { signal, headers: { authorization } });
      return listMember(answer, 'suggestions').map(addressOf);
    },
  };
}

function addressOf(suggestion: unknown): FoundAddress {
  const entries = Number(memberOf(suggestion, 'entries') ?? 0);
  return {
    address_line_1: textMember(suggestion, 'street_line'),
    // Of a house with many units, "secondary" is the first or no more than "Apt": the student types their own.
    address_line_2: entries > 1 ? '' : textMember(suggestion, 'secondary'),
    city: textMember(suggestion, 'city'),
    state: textMember(suggestion, 'state'),
    zip: textMember(suggestion, 'zipcode'),
    country: COUNTRY,
  };
}
