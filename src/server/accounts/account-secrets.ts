import type { ServerSecret } from '../storage/server-secret.ts';

/**
 * Six digits, each code equally likely (OWASP ASVS 6.5.3, 6.5.4). They follow from the letter that brings them, as those
 * of RFC 4226 follow from a counter, so that one that is sent again says the same; who could work them out from the
 * database could as well try all of them.
 */
export function codeOf(secret: ServerSecret, letterId: string): string {
  const digits = secret.sign(`code:${letterId}`).readUIntBE(0, 6) % 1_000_000;
  return String(digits).padStart(6, '0');
}

/** What the link beside a code brings, so that it is clear which sign-up is meant. It confirms nothing without the code. */
export function linkTokenOf(secret: ServerSecret, letterId: string): string {
  return secret.sign(`link:${letterId}`).toString('base64url');
}

/** What is signed of a code: a plain hash of six digits is undone by trying them all. */
export function codeMessage(studentId: string, code: string): string {
  return `${studentId}:${code}`;
}
