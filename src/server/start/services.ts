import { convertDocument } from '../documents/convert/convert-document.ts';
import { createSchoolDirectories, type SchoolDirectories } from '../lookup/school-directories.ts';
import { createRenderer, type Renderer } from '../pdf/render/renderer.ts';
import { createServiceToken } from '../service/service-token-store.ts';
import type { AppOptions, CoreServices } from './core-services.ts';
import { availableParallelism } from 'node:os';
import { TooBusy } from '../http/refusal.ts';
import { createSecretCookie, type SecretCookie } from '../http/secret-token.ts';
import { createBoundedQueue } from '../limits/bounded-queue.ts';
import { createOpenSession, createWithOwnPassword } from '../accounts/account-access.ts';
import { createCheckCard, createCheckPassword } from '../accounts/account-rules.ts';
import { createConfirmationStore } from '../accounts/confirmation-store.ts';
import { createKnownDevices, DEVICE_COOKIE_SECONDS } from '../accounts/known-devices.ts';
import { createLoginThrottle } from '../accounts/login-throttle.ts';
import {
  createPasswordHasher,
  limitHashes,
  normalizePasswords,
  type PasswordHasher,
} from '../accounts/password-hasher.ts';
import { say, accountTexts } from '#texts/say.ts';

/** Everything that routes and jobs work with, built once for each application. */
export type Services = CoreServices &
  AccountServices & {
    /** Makes a PDF of a file; never throws for what is in it. */
    readonly convert: NonNullable<AppOptions['convert']>;
    readonly directories: SchoolDirectories;
    readonly renderer: Renderer;
    /** Creates a token that opens the service view of a student for some minutes. */
    readonly createRenderToken: (studentId: string) => Promise<string>;
  };

/** A render job is done sooner, or never. */
const RENDER_TOKEN_MS = 5 * 60_000;

/** Builds the services of all areas from the core services. */
export async function createServices(core: CoreServices, options: AppOptions): Promise<Services> {
  const { onError, questionnaire, steadyClock } = core;
  return {
    ...core,
    ...(await createAccountServices(core, options.hasher)),
    convert: options.convert ?? convertDocument,
    directories:
      options.directories ??
      createSchoolDirectories({ db: core.db, clock: steadyClock, onError, questionnaire }),
    renderer: options.renderer ?? createRenderer({ env: process.env }),
    async createRenderToken(studentId) {
      const token = { studentId, purpose: 'render', lifeMs: RENDER_TOKEN_MS } as const;
      return (await createServiceToken(core, token)).token;
    },
  };
}

/** What the routes of accounts and passkeys share. */
type AccountServices = Readonly<Awaited<ReturnType<typeof createAccountServices>>>;

/** Long enough to wait for the mail with the code and to ask for another. */
const SIGNUP_COOKIE_SECONDS = 3600;

/** Each hash keeps one core busy, so one core stays free: with all of them hashing, saves waited. */
const HASH_CONCURRENCY = Math.max(1, availableParallelism() - 1);

/** A few more than hash, so that one queries while another hashes; all of them would delay every save. */
const PASSWORD_QUEUE = {
  atOnce: HASH_CONCURRENCY + 3,
  waiting: 200,
  full: (expectedWaitMs: number) => new TooBusy('log-ins', expectedWaitMs, say(accountTexts.manyLogIns)),
};

/** @param hasher default: hashes at the real cost */
async function createAccountServices(core: CoreServices, hasher?: PasswordHasher) {
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
