import type { Transaction } from '../database/database.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fieldRefusal, TooManyRequests } from '../http/refusal.ts';
import { cookieOptions, hashToken, makeToken } from '../http/secret-token.ts';
import type { BoundedQueue } from '../limits/bounded-queue.ts';
import type { Rate } from '../limits/limit-steps.ts';
import {
  deviceName,
  endSession,
  lastProof,
  recordProof,
  startSession,
} from '#server/student-tables/session-store.ts';
import type { CoreServices } from '../start/core-services.ts';
import {
  type AccountRow,
  lockUnchanged,
  recordLogin,
  selectAccount,
} from '../student-tables/account-store.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { say, ownAccountTexts, passkeyTexts, refusalTexts } from '#texts/say.ts';

type AccessServices = Pick<
  CoreServices,
  'audit' | 'cookies' | 'db' | 'guard' | 'limits' | 'locales' | 'publicOrigin' | 'random' | 'steadyClock'
> & {
  readonly devices: KnownDevices;
  readonly hasher: PasswordHasher;
  readonly passwordQueue: BoundedQueue;
  readonly loginThrottle: LoginThrottle;
};

type SessionOpening = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The account proved by the request, as read at that time. */
  readonly account: AccountRow;
  readonly byPasskey?: boolean;
  /** Runs in the transaction that opens the session. If it throws, no session opens. */
  readonly onOpen: (transaction: Transaction) => Promise<void>;
};

const ONE_YEAR_SECONDS = 31_536_000;

/** Commits a log-in, then sets the session. @returns false if the password or account changed */
export function createOpenSession(services: AccessServices) {
  return async (opening: SessionOpening): Promise<boolean> => {
    const { request, reply, account } = opening;
    const language = services.locales.languageAtLogIn(request, account.language);
    const token = await writeLogin(services, opening, language);
    if (token === undefined) return false;
    services.cookies.set(reply, token);
    if (language === account.language)
      reply.setCookie('language', language, {
        ...cookieOptions(services.publicOrigin),
        maxAge: ONE_YEAR_SECONDS,
      });
    services.devices.remember(reply, account.username);
    return true;
  };
}

/** @returns the token of the new session */
function writeLogin(
  { audit, cookies, db, random, steadyClock }: AccessServices,
  { request, account, byPasskey = false, onOpen }: SessionOpening,
  language: string,
): Promise<string | undefined> {
  const now = steadyClock();
  const token = makeToken(random);
  const oldToken = cookies.read(request);
  return db.transaction().execute(async (transaction) => {
    if (!(await recordLogin(transaction, account, { now, language }))) return undefined;
    // Ends the browser's former session (session fixation).
    if (oldToken !== undefined) await endSession(transaction, hashToken(oldToken));
    const device = deviceName(request.headers['user-agent']);
    await startSession(transaction, token, account.id, { now, device, byPasskey });
    await onOpen(transaction);
    const detail = byPasskey ? 'by passkey' : undefined;
    const { username } = account;
    await audit.record({ kind: 'login', username, client: request.ip, detail }, transaction);
    return token;
  });
}

type Work<T> = (transaction: Transaction, account: AccountRow) => Promise<T>;

/** Checks the own password, counting tries as at log-in. 422: the session is valid. Locks the account for `work`. */
function createWithOwnPassword(services: AccessServices) {
  const { db, devices, guard, hasher, passwordQueue, loginThrottle, steadyClock } = services;
  return <T>(request: FastifyRequest, password: string, work: Work<T>): Promise<T> =>
    passwordQueue(async () => {
      const { username } = guard.of(request);
      const deviceId = devices.idOf(request, username);
      const attempt = await loginThrottle.enter({ username, address: request.ip, deviceId });
      const account = await selectAccount(db, username);
      const isRight = await hasher.verify(account?.passwordHash, password);
      const done =
        isRight && account
          ? await db.transaction().execute(async (transaction) => {
              if (!(await lockUnchanged(transaction, account))) return undefined;
              await attempt.succeed(transaction);
              await recordProof(transaction, guard.of(request).tokenHash, steadyClock());
              return { result: await work(transaction, account) };
            })
          : undefined;
      if (done !== undefined) return done.result;
      await attempt.fail();
      throw fieldRefusal('password', say(ownAccountTexts.wrongPassword));
    });
}

/** Time after a log-in or an entered password during which no password is needed. */
const FRESH_MS = 10 * 60_000;

/** A student's own changes that are mailed: in a loop they would fill the queue before the codes of others. */
const OWN_CHANGES: Rate = { burst: 20, everyMs: 10 * 60_000 };

/** Creates the checks of actions that an open session alone does not allow. */
export function createProofs(services: AccessServices) {
  const { db, guard, limits, steadyClock } = services;
  const withOwnPassword = createWithOwnPassword(services);
  /** Whether the student logged in or entered the password within ten minutes. */
  const isFresh = async (request: FastifyRequest): Promise<boolean> => {
    const at = await lastProof(db, guard.of(request).tokenHash);
    return at !== undefined && Math.abs(steadyClock().getTime() - at.getTime()) < FRESH_MS;
  };
  return {
    withOwnPassword,
    isFresh,
    /**
     * Permits a change that is mailed to the student or the office. @throws TooManyRequests
     * @returns a function that counts it once it is made: who lacks the password cannot use them up
     */
    async permitOwnChange(request: FastifyRequest): Promise<() => Promise<void>> {
      const change = { key: `own-change:${guard.of(request).studentId}`, rate: OWN_CHANGES };
      const waitMs = await limits.peek(change.key, change.rate, steadyClock());
      if (waitMs > 0) throw new TooManyRequests(waitMs, (wait) => say(refusalTexts.manyRequests, { wait }));
      return () => limits.debit([change], steadyClock());
    },
    /** Runs work after a recent proof, or with the password, because a session can have been left open. */
    async withProof<T>(
      request: FastifyRequest,
      password: string | undefined,
      work: (transaction: Transaction) => Promise<T>,
    ): Promise<T> {
      if (await isFresh(request)) return db.transaction().execute(work);
      if (password !== undefined) return withOwnPassword(request, password, work);
      throw fieldRefusal('password', say(passkeyTexts.passwordNeeded));
    },
  };
}
