import type { Randomness } from '../randomness.ts';

/** Six digits, each code equally likely (OWASP ASVS 6.5.3, 6.5.4). */
export function makeCode(random: Randomness): string {
  return String(random.integer(1_000_000)).padStart(6, '0');
}

/** What is signed of a code: a plain hash of six digits is undone by trying them all. */
export function codeMessage(studentId: string, code: string): string {
  return `${studentId}:${code}`;
}
