import { availableParallelism } from 'node:os';
import { Refusal } from '../http/refusal.ts';
import { createSecretCookie, type SecretCookie } from '../http/secret-token.ts';
import { createBoundedQueue } from '../limits/bounded-queue.ts';
import type { CoreServices } from '../start/core-services.ts';
import { createOpenSession, createWithOwnPassword } from './account-access.ts';
import { createCheckCard, createCheckPassword } from './account-rules.ts';
import { createConfirmationStore } from './confirmation-store.ts';
import { createKnownDevices, DEVICE_COOKIE_SECONDS } from './known-devices.ts';
import { createLoginThrottle } from './login-throttle.ts';
import {
  createPasswordHasher,
  limitHashes,
  normalizePasswords,
  type PasswordHasher,
} from './password-hasher.ts';
import { say, accountTexts } from '#texts/say.ts';

/** What the routes of accounts and passkeys share. */
export type AccountServices = Readonly<Awaited<ReturnType<typeof createAccountServices>>>;

/** Long enough to wait for the mail with the code and to ask for another. */
const SIGNUP_COOKIE_SECONDS = 3600;

/** Each hash keeps one core busy, so one core stays free: with all of them hashing, saves waited. */
const HASH_CONCURRENCY = Math.max(1, availableParallelism() - 1);

/** A few more than hash, so that one queries while another hashes; all of them would delay every save. */
const PASSWORD_QUEUE = {
  atOnce: HASH_CONCURRENCY + 3,
  waiting: 200,
  full: () => new Refusal(503, say(accountTexts.manyLogIns)),
};

/** @param hasher default: hashes at the real cost */
export async function createAccountServices(core: CoreServices, hasher?: PasswordHasher) {
  const { config, db, localized, log, publicOrigin, questionnaire, random, secret, steadyClock } = core;
  const cookie = (name: string, lifeSeconds: number): SecretCookie =>
    createSecretCookie({ name: `${config.cookiePrefix}_${name}`, publicOrigin, lifeSeconds });
  const access = {
    ...core,
    devices: createKnownDevices(cookie('device', DEVICE_COOKIE_SECONDS), secret, random),
    hasher: normalizePasswords(limitHashes(hasher ?? (await createPasswordHasher()), HASH_CONCURRENCY)),
    loginThrottle: createLoginThrottle(core),
    /** Calls that hash a password run through it as a whole. */
    passwordQueue: createBoundedQueue(PASSWORD_QUEUE),
  };
  return {
    ...access,
    checkCard: createCheckCard(localized, steadyClock, log),
    checkPassword: createCheckPassword(questionnaire.partner),
    confirmations: createConfirmationStore(db, secret),
    openSession: createOpenSession(access),
    /** Shows, until the confirmation, which of several sign-ups was this browser's. */
    signupCookie: cookie('signup', SIGNUP_COOKIE_SECONDS),
    withOwnPassword: createWithOwnPassword(access),
  };
}
