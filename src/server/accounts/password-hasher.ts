import { hash, verify } from '@node-rs/argon2';
import { createBoundedQueue } from '../bounded-queue.ts';
import { Refusal } from '../refusal.ts';

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

/** The same hasher with at most `atOnce` hashes at a time; who comes later waits. */
export function limitHashes(hasher: PasswordHasher, atOnce: number): PasswordHasher {
  const inTurn = createBoundedQueue({ atOnce, waiting: Infinity, full: () => new Refusal(503, '') });
  return {
    hash: (password) => inTurn(() => hasher.hash(password)),
    verify: (passwordHash, password) => inTurn(() => hasher.verify(passwordHash, password)),
  };
}
