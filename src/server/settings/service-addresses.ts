/** Address completion service. */
export type AddressSettings =
  /** The university's own Photon server. */
  | { readonly kind: 'photon'; readonly url: string }
  /** Smarty's US Autocomplete, with the account's secret key. */
  | { readonly kind: 'smarty'; readonly url: string; readonly authId: string; readonly authToken: string };

/** Smarty's "US Autocomplete", the successor of Autocomplete Pro. */
const SMARTY_URL = 'https://us-autocomplete.api.smarty.com/v2/lookup';

const PHOTON: Readonly<Record<string, string>> = { 'photon:': 'http:', 'photon+https:': 'https:' };

export const ADDRESS_URL_EXPECTED =
  'smarty: with SMARTY_AUTH_ID and SMARTY_AUTH_TOKEN, or the address of a Photon server, like photon://host:2322 or photon+https://photon.example.edu';

/** Parses ADDRESS_URL. @returns undefined if it is invalid, or `smarty:` lacks its key */
export function addressSettings(text: string, authId = '', authToken = ''): AddressSettings | undefined {
  if (text !== 'smarty:') {
    const url = photonUrl(text);
    return url === undefined ? undefined : { kind: 'photon', url };
  }
  return authId === '' || authToken === ''
    ? undefined
    : { kind: 'smarty', url: SMARTY_URL, authId, authToken };
}

/** Converts `photon://host:2322/base` to `http://host:2322/base/api`, Photon's search. */
function photonUrl(text: string): string | undefined {
  const given = URL.parse(text);
  const protocol = given === null ? undefined : PHOTON[given.protocol];
  if (given === null || protocol === undefined || given.host === '') return undefined;
  if (given.username !== '' || given.search !== '' || given.hash !== '') return undefined;
  const url = URL.parse(`${protocol}//${given.host}${given.pathname.replace(/\/$/, '')}/api`);
  return url?.href;
}

/** Socket address of the malware scanner. */
export type ScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** clamd's default port. */
const DEFAULT_PORT = 3310;

/** Parses SCANNER_URL. @returns undefined if it is invalid */
export function scannerAddress(text: string): ScannerAddress | undefined {
  const path = /^unix:(\/.*)$/.exec(text)?.[1];
  if (path !== undefined) return { path };
  const url = URL.parse(text);
  if (url?.protocol !== 'tcp:' || url.hostname === '' || !['', '/'].includes(url.pathname)) return undefined;
  if (url.username !== '' || url.search !== '' || url.hash !== '') return undefined;
  return {
    // IPv6 addresses have brackets only in URLs.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
  };
}

/** Parsed DATABASE_URL of PostgreSQL. */
export type DatabaseAddress = {
  /** One URL per host. */
  readonly urls: readonly [string, ...string[]];
  /** Hosts and ports for display, without user and password. */
  readonly hosts: string;
  /** Whether only writable hosts are used. */
  readonly mustTakeWrites: boolean;
};

/** `postgres://user:password@`, the hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)([/?#].*)?$/;

/** Values of `target_session_attrs` that allow writes; all others select a read-only server. */
const ANY = ['any', null];
const TAKES_WRITES = ['read-write', 'primary'];

/** Parses a URL like libpq. Of several hosts the writable one is used. @returns undefined if it is invalid */
export function readDatabaseUrl(text: string): DatabaseAddress | undefined {
  const [, start = '', hosts = '', end = ''] = PARTS.exec(text) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => URL.parse(start + host + end));
  if (!first || !others.every((url) => url !== null)) return undefined;
  if ([first, ...others].some(({ hostname }) => hostname === '')) return undefined;
  const wanted = first.searchParams.get('target_session_attrs');
  if (![...ANY, ...TAKES_WRITES].includes(wanted)) return undefined;
  return {
    urls: [first.href, ...others.map(({ href }) => href)],
    hosts,
    mustTakeWrites: others.length > 0 || !ANY.includes(wanted),
  };
}

/** Parses a valid URL. @throws Error without the URL, which can contain a password */
export function databaseAddress(url: string): DatabaseAddress {
  const address = readDatabaseUrl(url);
  if (address === undefined) throw new Error('The address of the database is none that PostgreSQL knows.');
  return address;
}
