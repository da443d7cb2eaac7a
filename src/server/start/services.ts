import { convertDocument } from '../documents/convert/convert-document.ts';
import { createSchoolDirectories, type SchoolDirectories } from '../lookup/school-directories.ts';
import { createRenderer, type Renderer } from '../pdf/render/renderer.ts';
import type { AppOptions, CoreServices } from './core-services.ts';
import { availableParallelism } from 'node:os';
import { TooBusy } from '../http/refusal.ts';
import { createSecretCookie, type SecretCookie } from '../http/secret-token.ts';
import { createBoundedQueue } from '../limits/bounded-queue.ts';
import { createOpenSession } from '../accounts/open-session.ts';
import { createReauthentication } from '../accounts/reauthentication.ts';
import { createCheckCard, createCheckPassword } from '../accounts/check-card.ts';
import { createConfirmationStore } from '../accounts/confirmation-store.ts';
import { createKnownDevices, DEVICE_COOKIE_SECONDS } from '../accounts/known-devices.ts';
import { createLoginThrottle } from '../accounts/login-throttle.ts';
import { createPasswordHasher, limitHashes, type PasswordHasher } from '../accounts/password-hasher.ts';
import { say, accountTexts } from '#texts/say.ts';

/** Services of routes and jobs, built once per application. */
export type Services = CoreServices &
  AccountServices & {
    /** Converts a file to PDF. Never throws because of the file's content. */
    readonly convert: NonNullable<AppOptions['convert']>;
    readonly directories: SchoolDirectories;
    readonly renderer: Renderer;
  };

/** Builds the services of all areas from the core services. */
export async function createServices(core: CoreServices, options: AppOptions): Promise<Services> {
  return {
    ...core,
    ...(await createAccountServices(core, options.hasher)),
    convert: options.convert ?? convertDocument,
    directories: options.directories ?? createSchoolDirectories(core),
    renderer: options.renderer ?? createRenderer({ env: process.env }),
  };
}

/** Services shared by the account and passkey routes. */
type AccountServices = Readonly<Awaited<ReturnType<typeof createAccountServices>>>;

/** Long enough to wait for the mailed code and request another. */
const SIGNUP_COOKIE_SECONDS = 3600;

/** Each hash occupies one core; one core stays free, or saves would wait. */
const HASH_CONCURRENCY = Math.max(1, availableParallelism() - 1);

/** Slightly more than hash concurrently, so that some query while others hash; more would delay saves. */
const PASSWORD_QUEUE = {
  atOnce: HASH_CONCURRENCY + 3,
  waiting: 200,
  full: (expectedWaitMs: number) => new TooBusy('log-ins', expectedWaitMs, say(accountTexts.manyLogIns)),
};

/** @param hasher default: full-cost hashing */
async function createAccountServices(core: CoreServices, hasher?: PasswordHasher) {
  const { config, db, localized, log, publicOrigin, questionnaire, random, secret, steadyClock } = core;
  const cookie = (name: string, lifeSeconds: number): SecretCookie =>
    createSecretCookie({ name: `${config.cookiePrefix}_${name}`, publicOrigin, lifeSeconds });
  const access = {
    ...core,
    devices: createKnownDevices(cookie('device', DEVICE_COOKIE_SECONDS), secret, random),
    hasher: limitHashes(hasher ?? (await createPasswordHasher()), HASH_CONCURRENCY),
    loginThrottle: createLoginThrottle(core),
    /** Calls that hash a password run entirely in this queue. */
    passwordQueue: createBoundedQueue(PASSWORD_QUEUE),
  };
  return {
    ...access,
    checkCard: createCheckCard(localized, steadyClock, log),
    checkPassword: createCheckPassword(questionnaire.partner),
    confirmations: createConfirmationStore(db, secret),
    openSession: createOpenSession(access),
    /** Identifies this browser's sign-up among several, until confirmation. */
    signupCookie: cookie('signup', SIGNUP_COOKIE_SECONDS),
    ...createReauthentication(access),
  };
}
