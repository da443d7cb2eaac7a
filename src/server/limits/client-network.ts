import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Of eight groups, those that a provider gives to one household. */
const NETWORK_GROUPS = 4;

/**
 * Whom requests from an address are counted for: an IPv4 address, or the /64 network of an IPv6 one, of which
 * one customer holds all the addresses.
 */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? groupsOf(plain).slice(0, NETWORK_GROUPS).join(':') : address;
}

/** All eight groups, written one way: the URL standard shortens every spelling to the same. */
function groupsOf(address: string): readonly string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [start = [], end = []] = written.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return [...start, ...zeros, ...end];
}
