import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** RFC 5321 4.5.3.1.3: a path of 256 octets including its angle brackets. */
const MAX_BYTES = 254;
/** RFC 5321 4.5.3.1.1. */
const MAX_LOCAL_BYTES = 64;

/** One @, and no character that separates, quotes or ends an address in a mail header, or that a URL parser decodes. */
const ADDRESS = /^([^\s@<>()[\]\\,;:"]+)@([\p{L}\p{M}\p{N}.-]+)$/u;
const CONTROL = /\p{C}/u;
/** At least two labels, the last not a number (RFC 1123 2.1). */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/**
 * Returns the only spelling of an address: lower case, NFC, and its domain in ASCII (IDNA); undefined if invalid.
 * Never repaired: the mail would go to somebody else.
 */
export function canonicalAddress(text: string): string | undefined {
  const [, local = '', name = ''] = (!CONTROL.test(text) && ADDRESS.exec(text)) || [];
  const domain = domainToASCII(name.toLowerCase());
  if (!DOMAIN.test(domain) || isIP(domain) !== 0) return undefined;
  const canonicalLocal = local.toLowerCase().normalize('NFC');
  const address = `${canonicalLocal}@${domain}`;
  const isShort =
    Buffer.byteLength(canonicalLocal) <= MAX_LOCAL_BYTES && Buffer.byteLength(address) <= MAX_BYTES;
  return isShort ? address : undefined;
}
