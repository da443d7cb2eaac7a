/** RFC 5321 4.5.3.1.3: a path of 256 characters including its angle brackets. */
const MAX_LENGTH = 254;

/** One @, a dot in the domain, and no character that separates, quotes or ends an address in a mail header. */
const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/u;
const CONTROL = /\p{C}/u;

/** Returns an address in lower case; undefined if invalid. Never repaired: the mail would go to somebody else. */
export function canonicalAddress(text: string): string | undefined {
  if (text.length > MAX_LENGTH || CONTROL.test(text) || !ADDRESS.test(text)) return undefined;
  return text.toLowerCase();
}
