import { LINES_PER_HOUR } from '../audit/audit-trail.ts';
import type { Transaction } from '../database/database.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieOptions, hashToken, makeSessionToken } from '../http/secret-token.ts';
import { deviceName, endSession, startSession } from '#server/student-tables/session-store.ts';
import type { CoreServices } from '../start/core-services.ts';
import { type AccountRow, recordLogin } from '../student-tables/account-store.ts';
import type { KnownDevices } from './known-devices.ts';

type SessionServices = Pick<
  CoreServices,
  'audit' | 'cookies' | 'db' | 'locales' | 'publicOrigin' | 'random' | 'secret' | 'steadyClock'
> & {
  readonly devices: KnownDevices;
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
export function createOpenSession(services: SessionServices) {
  return async (opening: SessionOpening): Promise<boolean> => {
    const { request, reply, account } = opening;
    const language = services.locales.languageAtLogIn(request, account.language);
    const token = await writeLogin(services, opening, language);
    if (token === undefined) return false;
    services.cookies.set(reply, token, account.id);
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
  { audit, cookies, db, random, secret, steadyClock }: SessionServices,
  { request, account, byPasskey = false, onOpen }: SessionOpening,
  language: string,
): Promise<string | undefined> {
  const now = steadyClock();
  const token = makeSessionToken(secret, random);
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
    const event = { kind: 'login', username, client: request.ip, detail } as const;
    await audit.recordSome(event, LINES_PER_HOUR, transaction);
    return token;
  });
}
