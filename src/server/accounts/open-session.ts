import type { Transaction } from 'kysely';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceName, endSession, startSession } from '../sessions/session-store.ts';
import type { Tables } from '../storage/tables.ts';
import { hashToken, makeToken } from '../http/secret-token.ts';
import { type AccountRow, recordLogin } from '#server/student-tables/account-store.ts';
import { recordDone, type AccountRouteParts } from './account-route-parts.ts';
import { language } from '#texts/language.ts';

type Opening = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Of whom the request is, as it was when that was shown. */
  readonly account: AccountRow;
  readonly byPasskey?: boolean;
  /** Runs in the transaction that opens the session; what it throws opens none. */
  readonly onOpen: (transaction: Transaction<Tables>) => Promise<void>;
};

/** Opens a session for the owner of an account. @returns false when the password was changed since, or it is deleted */
export type OpenSession = (opening: Opening) => Promise<boolean>;

/** Everything that a log-in writes, in one commit; then the browser gets the session, and is known from now on. */
export function createOpenSession(parts: AccountRouteParts): OpenSession {
  return async (opening) => {
    const { reply, account } = opening;
    const token = await writeLogin(parts, opening);
    if (token === undefined) return false;
    parts.cookies.set(reply, token);
    parts.devices.remember(reply, account.username);
    return true;
  };
}

/** @returns the token of the new session */
function writeLogin(parts: AccountRouteParts, { request, account, byPasskey = false, onOpen }: Opening) {
  const now = parts.clock();
  const token = makeToken(parts.random);
  const oldToken = parts.cookies.read(request);
  return parts.db.transaction().execute(async (transaction) => {
    if (!(await recordLogin(transaction, account, { now, language: language().locale }))) return undefined;
    // A session that the browser held before is worth nothing afterwards (fixation).
    if (oldToken !== undefined) await endSession(transaction, hashToken(oldToken));
    const device = deviceName(request.headers['user-agent']);
    await startSession(transaction, token, account.id, { now, device, byPasskey });
    await onOpen(transaction);
    const detail = byPasskey ? 'by passkey' : undefined;
    const { username } = account;
    await recordDone(parts, { kind: 'login', username, client: request.ip, detail }, transaction);
    return token;
  });
}
