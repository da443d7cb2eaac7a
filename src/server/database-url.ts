/** Where a PostgreSQL database is, as DATABASE_URL has it. */
export type DatabaseAddress = {
  /** One address for each host. */
  readonly urls: readonly [string, ...string[]];
  /** The hosts and their ports as people read them, without user and password. */
  readonly hosts: string;
  /** Whether a host counts only if it takes writes. */
  readonly mustTakeWrites: boolean;
};

/** `postgres://user:password@`, the hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)([/?#].*)?$/;

/** What libpq may be asked for in `target_session_attrs`; whatever else there is asks for a server without writes. */
const ANY = ['any', null];
const TAKES_WRITES = ['read-write', 'primary'];

/**
 * Reads an address as libpq does: several hosts have commas between them, each with a port of its own. Of several only
 * one that takes writes is of use here, whatever the address says.
 *
 * @returns undefined when it is no such address
 */
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

/** @throws Error when it is no address; it is not repeated, for it may hold a password */
export function databaseAddress(url: string): DatabaseAddress {
  const address = readDatabaseUrl(url);
  if (address === undefined) throw new Error('The address of the database is none that PostgreSQL knows.');
  return address;
}
