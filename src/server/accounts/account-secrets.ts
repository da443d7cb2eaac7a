import { createHash, createHmac } from 'node:crypto';
import type { Randomness } from '../randomness.ts';

/** Six digits, each code equally likely (OWASP ASVS 6.5.3, 6.5.4). */
export function makeCode(random: Randomness): string {
  return String(random.integer(1_000_000)).padStart(6, '0');
}

/** What is stored of a code. Keyed, because a plain hash of six digits is undone by trying them all. */
export function hashCode(secret: Buffer, studentId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`${studentId}:${code}`).digest();
}

/** 256 random bits for a link or a cookie, in base64url: 43 characters. */
export function makeToken(random: Randomness): string {
  return random.bytes(32).toString('base64url');
}

/** What is stored of a reset id. */
export function hashResetId(id: string): Buffer {
  return createHash('sha256').update(id).digest();
}
