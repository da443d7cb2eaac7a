import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** RFC 5321 4.5.3.1.3: a path of 256 octets including its angle brackets. */
const MAX_LENGTH = 254;
/** RFC 5321 4.5.3.1.1. */
const MAX_LOCAL = 64;

/**
 * One @. Before it ASCII, as on the cards, without what separates, quotes or ends an address in a mail header; after it
 * nothing that a URL parser decodes.
 */
const ADDRESS = /^([!#-'*+\-./\d=?A-Z^-~]+)@([\p{L}\p{M}\p{N}.-]+)$/u;
/** At least two labels, the last not a number (RFC 1123 2.1). */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/**
 * Returns the only spelling of an address: lower case, its domain in ASCII (NFC, IDNA); undefined if invalid.
 * Never repaired: the mail would go to somebody else.
 */
export function canonicalAddress(text: string): string | undefined {
  // Encoding a domain takes time; composing its letters at most halves it.
  if (text.length > 2 * MAX_LENGTH) return undefined;
  const [, local = '', name = ''] = ADDRESS.exec(text) ?? [];
  const domain = domainToASCII(name.toLowerCase());
  if (!DOMAIN.test(domain) || isIP(domain) !== 0) return undefined;
  const address = `${local.toLowerCase()}@${domain}`;
  return local.length <= MAX_LOCAL && address.length <= MAX_LENGTH ? address : undefined;
}
