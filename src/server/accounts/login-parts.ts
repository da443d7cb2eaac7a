import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { createBoundedQueue } from '../limits/bounded-queue.ts';
import { type Randomness, createSecretCookie } from '../http/secret-token.ts';
import { Refusal } from '../http/refusal.ts';
import type { ServerSecret } from '../storage/server-secret.ts';
import { createKnownDevices, DEVICE_COOKIE_SECONDS } from './known-devices.ts';
import { createLoginThrottle, type LoginThrottleParts } from './login-throttle.ts';
import {
  createPasswordHasher,
  limitHashes,
  normalizePasswords,
  type PasswordHasher,
} from './password-hasher.ts';
import { say } from '#texts/say.ts';
import { accountTexts } from '#generated/texts.ts';

/** Each hash keeps one core busy, so one core is left for everything else: with all of them hashing, saves waited. */
const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);

/**
 * Some more than hash, so that one queries the database while another hashes; not all, because their queries would
 * delay every save. A school that opens its portal at noon may wait for some seconds.
 */
const LOGINS = {
  atOnce: HASHES_AT_ONCE + 3,
  waiting: 200,
  full: () => new Refusal(503, say(accountTexts.manyLogIns)),
};

type LoginDeps = Omit<LoginThrottleParts, 'onAlarm'> & {
  readonly cookiePrefix: string;
  readonly publicOrigin: () => string;
  readonly random: Randomness;
  readonly secret: ServerSecret;
  readonly log: FastifyBaseLogger;
  /** Default: hashes at the real cost. */
  readonly hasher?: PasswordHasher | undefined;
};

/** What compares passwords, and what holds back those who guess them. */
export async function createLoginParts(deps: LoginDeps) {
  const { cookiePrefix, publicOrigin, random, secret, log } = deps;
  const name = `${cookiePrefix}_device`;
  const cookie = createSecretCookie({ name, publicOrigin, lifeSeconds: DEVICE_COOKIE_SECONDS });
  const onAlarm = (): void => log.warn('many wrong passwords for many accounts: somebody may be guessing');
  return {
    devices: createKnownDevices(cookie, secret, random),
    hasher: normalizePasswords(limitHashes(deps.hasher ?? (await createPasswordHasher()), HASHES_AT_ONCE)),
    inTurn: createBoundedQueue(LOGINS),
    loginThrottle: createLoginThrottle({ ...deps, onAlarm }),
  };
}
