import { createHash } from 'node:crypto';
import type { Randomness } from './randomness.ts';

/** For a link or a cookie: 256 random bits, twice what has to be out of reach of guessing (ASVS 11.5.1). */
export function makeToken(random: Randomness): string {
  return random.bytes(32).toString('base64url');
}

/** What is stored of a token: who reads the database opens no link and takes over no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
