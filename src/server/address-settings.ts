/** Which service knows addresses. */
export type AddressSettings =
  /** The ZIP codes that the project ships. */
  | { readonly kind: 'zip' }
  /** A Photon server of the university's own. */
  | { readonly kind: 'photon'; readonly url: string }
  /** Smarty's US Autocomplete, with the secret key of the account. */
  | { readonly kind: 'smarty'; readonly url: string; readonly authId: string; readonly authToken: string };

/** Smarty, "US Autocomplete": the address that replaces the one of Autocomplete Pro. */
const SMARTY_URL = 'https://us-autocomplete.api.smarty.com/v2/lookup';

const PHOTON: Readonly<Record<string, string>> = { 'photon:': 'http:', 'photon+https:': 'https:' };

export const ADDRESS_URL_EXPECTED =
  'smarty: or the address of a Photon server, like photon://host:2322 or photon+https://photon.example.edu';

/** Whether a text can be ADDRESS_URL. */
export function isAddressUrlSetting(text: string): boolean {
  return text === 'smarty:' || photonUrl(text) !== undefined;
}

/**
 * The settings of a sound ADDRESS_URL, or of none.
 *
 * @param key the two halves of Smarty's secret key; needed for `smarty:` alone
 * @param onFault called with a sentence when one of them is missing
 */
export function addressSettings(
  url: string | undefined,
  key: { readonly authId: string | undefined; readonly authToken: string | undefined },
  onFault: (fault: string) => void,
): AddressSettings {
  if (url === undefined) return { kind: 'zip' };
  if (url !== 'smarty:') return { kind: 'photon', url: photonUrl(url) ?? '' };
  const { authId, authToken } = key;
  if (authId !== undefined && authToken !== undefined)
    return { kind: 'smarty', url: SMARTY_URL, authId, authToken };
  onFault(
    'ADDRESS_URL is "smarty:", but SMARTY_AUTH_ID or SMARTY_AUTH_TOKEN is missing: set both, as the account shows them under its secret keys.',
  );
  return { kind: 'zip' };
}

/** `photon://host:2322/base` as `http://host:2322/base/api`, Photon's search. */
function photonUrl(text: string): string | undefined {
  const given = URL.parse(text);
  const protocol = given === null ? undefined : PHOTON[given.protocol];
  if (given === null || protocol === undefined || given.host === '') return undefined;
  if (given.username !== '' || given.search !== '' || given.hash !== '') return undefined;
  const url = URL.parse(`${protocol}//${given.host}${given.pathname.replace(/\/$/, '')}/api`);
  return url?.href;
}
