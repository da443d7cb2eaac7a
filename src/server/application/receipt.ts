import type { Randomness } from '../randomness.ts';

/** Crockford's base 32: no letter that is read as another, none that spells a word by accident. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** A number for a submission that a student can read out: 80 random bits, like `7F3K-0QZM-2V9T-X4HB`. */
export function makeReceipt(random: Randomness): string {
  const group = (): string =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(random.integer(ALPHABET.length))).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
