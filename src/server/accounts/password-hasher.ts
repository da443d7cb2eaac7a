import { hash, verify } from '@node-rs/argon2';
import { createBoundedQueue } from '../limits/bounded-queue.ts';
import { Refusal } from '../http/refusal.ts';

/** OWASP ASVS 5.0 appendix C: argon2id (the library's default) with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes passwords. Callers use a bounded queue, because strangers can cause this work. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Compares a password. Without a hash, compares a dummy in the same time. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

export async function createPasswordHasher(): Promise<PasswordHasher> {
  const dummy = await hash('no account has this password', COST);
  return {
    hash: (password) => hash(password, COST),
    async verify(passwordHash, password) {
      const matches = await verify(passwordHash ?? dummy, password);
      return matches && passwordHash !== undefined;
    },
  };
}

/** Limits the concurrency of a hasher, and normalizes passwords. */
export function limitHashes(hasher: PasswordHasher, atOnce: number): PasswordHasher {
  const queue = createBoundedQueue({ atOnce, waiting: Infinity, full: () => new Refusal(503, '') });
  return {
    hash: (password) => queue(() => hasher.hash(normalizePassword(password))),
    verify: (passwordHash, password) => queue(() => hasher.verify(passwordHash, normalizePassword(password))),
  };
}

/** Normalizes a password to NFC (NIST SP 800-63B-4), before it is measured or compared. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}
