import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../refusal.ts';

/** OWASP ASVS 5.0 appendix C: argon2id (the library's default) with 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type HashingLimits = { readonly atOnce: number; readonly waiting: number };

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Without a hash (no such account) the same work is done on a dummy and the answer is false. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
}

/**
 * Hashing is the dearest thing a stranger can ask for, so only `atOnce` run and `waiting` more may wait;
 * beyond that a call is refused with 503.
 */
export async function createPasswordHasher(
  limits: HashingLimits = { atOnce: 4, waiting: 200 },
): Promise<PasswordHasher> {
  const limited = createLimiter(limits);
  const dummy = await hash('no account has this password', COST);
  return {
    hash: (password) => limited(() => hash(password, COST)),
    async verify(passwordHash, password) {
      const matches = await limited(() => verify(passwordHash ?? dummy, password));
      return matches && passwordHash !== undefined;
    },
  };
}

function createLimiter({ atOnce, waiting }: HashingLimits): <T>(work: () => Promise<T>) => Promise<T> {
  const queue: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new Refusal(503, 'Too many people are logging in right now. Please try again in a moment.');
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
