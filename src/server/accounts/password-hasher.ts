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

/** Compares passwords in NFC (NIST SP 800-63B-4); hashes of unnormalized passwords still match. */
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

/** Normalizes a password to NFC, before it is measured or compared. */
export function normalizePassword(password: string): string {
  return password.normalize('NFC');
}

/** Limits the concurrency of a hasher. */
export function limitHashes(hasher: PasswordHasher, atOnce: number): PasswordHasher {
  const queue = createBoundedQueue({ atOnce, waiting: Infinity, full: () => new Refusal(503, '') });
  return {
    hash: (password) => queue(() => hasher.hash(password)),
    verify: (passwordHash, password) => queue(() => hasher.verify(passwordHash, password)),
  };
}
