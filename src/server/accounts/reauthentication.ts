import type { Transaction } from '../database/database.ts';
import type { FastifyRequest } from 'fastify';
import { fieldRefusal, requireNoWait } from '../http/refusal.ts';
import type { BoundedQueue } from '../limits/bounded-queue.ts';
import { customerOf } from '../limits/client-limits.ts';
import type { Rate } from '../limits/limit-steps.ts';
import { lastProof, recordProof } from '#server/student-tables/session-store.ts';
import type { CoreServices } from '../start/core-services.ts';
import { type AccountRow, lockUnchanged, selectAccount } from '../student-tables/account-store.ts';
import type { KnownDevices } from './known-devices.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { say, ownAccountTexts, passkeyTexts, refusalTexts } from '#texts/say.ts';

type ReauthenticationServices = Pick<
  CoreServices,
  'clientLimits' | 'db' | 'guard' | 'limits' | 'steadyClock'
> & {
  readonly devices: KnownDevices;
  readonly hasher: PasswordHasher;
  readonly passwordQueue: BoundedQueue;
  readonly loginThrottle: LoginThrottle;
};

/** Work in the transaction that locks the account, with what was prepared before. */
export type Work<T, Prepared = unknown> = (
  transaction: Transaction,
  account: AccountRow,
  prepared: Prepared | undefined,
) => Promise<T>;

/**
 * Checks the own password, counting tries as at log-in. 422: the session is valid. Locks the account for `work`.
 * `prepare` runs before, since the embedded database has one connection.
 */
function createWithOwnPassword(services: ReauthenticationServices) {
  const { clientLimits, db, devices, guard, hasher, passwordQueue, loginThrottle, steadyClock } = services;
  return <T, Prepared>(
    request: FastifyRequest,
    password: string,
    work: Work<T, Prepared>,
    prepare?: () => Promise<Prepared>,
  ): Promise<T> => {
    const check = async (): Promise<T> => {
      const { username } = guard.of(request);
      const deviceId = devices.idOf(request, username);
      const attempt = await loginThrottle.enter({ username, address: request.ip, deviceId });
      const account = await selectAccount(db, username);
      const isRight = await hasher.verify(account?.passwordHash, password);
      const prepared = isRight ? await prepare?.() : undefined;
      const done =
        isRight && account
          ? await db.transaction().execute(async (transaction) => {
              if (!(await lockUnchanged(transaction, account))) return undefined;
              await attempt.succeed(transaction);
              await recordProof(transaction, guard.of(request).tokenHash, steadyClock());
              return { result: await work(transaction, account, prepared) };
            })
          : undefined;
      if (done !== undefined) return done.result;
      await attempt.fail();
      throw fieldRefusal('password', say(ownAccountTexts.wrongPassword));
    };
    // As at log-in, few of one network at once; a crowd there does not delay those who are logged in.
    return clientLimits.queue(request, () => passwordQueue(check), `own:${customerOf(request.ip)}`);
  };
}

/** Time after a log-in or an entered password during which no password is needed. */
const FRESH_MS = 10 * 60_000;

/** A student's own changes that are mailed: in a loop they would fill the queue before the codes of others. */
const OWN_CHANGES: Rate = { burst: 20, everyMs: 10 * 60_000 };

/** Creates the checks of actions that an open session alone does not allow. */
export function createReauthentication(services: ReauthenticationServices) {
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
      requireNoWait(await limits.peek(change.key, change.rate, steadyClock()), refusalTexts.manyRequests);
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
