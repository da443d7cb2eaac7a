import { hash, verify } from '@node-rs/argon2';
import { createBoundedQueue } from '../limits/bounded-queue.ts';
import { Refusal } from '../http/refusal.ts';

/** OWASP ASVS 5.0 appendix C: argon2id (the library's default) with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The most expensive work that a stranger can cause: its callers wait in a bounded queue. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a hash (no such account) the same work is done on a dummy and the answer is false. */
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

/**
 * The same hasher for a password whose characters may be written in several ways, as the keyboards of devices do (NFC, as
 * NIST SP 800-63B-4 has it). Hashes of before, of passwords as they were typed, still count.
 */
export function normalizePasswords(hasher: PasswordHasher): PasswordHasher {
  return {
    hash: (password) => hasher.hash(normalizePassword(password)),
    async verify(passwordHash, password) {
      const normal = normalizePassword(password);
      const isRight = await hasher.verify(passwordHash, normal);
      return isRight || normal === password ? isRight : hasher.verify(passwordHash, password);
    },
  };
}

/** The one way to write a password; what is counted and compared. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** The same hasher with at most `atOnce` hashes at a time; who comes later waits. */
export function limitHashes(hasher: PasswordHasher, atOnce: number): PasswordHasher {
  const queue = createBoundedQueue({ atOnce, waiting: Infinity, full: () => new Refusal(503, '') });
  return {
    hash: (password) => queue(() => hasher.hash(password)),
    verify: (passwordHash, password) => queue(() => hasher.verify(passwordHash, password)),
  };
}
