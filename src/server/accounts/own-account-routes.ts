import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  PostEmailBody,
  PostEmailCodeBody,
  PostPasswordBody,
  GetSessionsAnswer,
} from '#generated/api.ts';
import type { Rate } from '../limits/limit-steps.ts';
import { fieldRefusal, Refusal, requireNoWait } from '../http/refusal.ts';
import { endSessionsOf, lastProof, liveSessions } from '#server/student-tables/session-store.ts';
import { lockStudentRow, confirmAccount } from '#server/student-tables/account-store.ts';
import { deletePasskeys } from '#server/student-tables/passkey-store.ts';
import { requireAddress } from './check-card.ts';
import type { Services } from '../start/services.ts';
import {
  requestEmailChange,
  endEmailChange,
  endEmailChanges,
  planEmailChange,
  tryEmailCode,
} from './email-change-store.ts';
import { plannedEmailRoutes } from './planned-email.ts';
import type { Work } from './reauthentication.ts';
import { say, accountTexts, emailTexts, errorTexts, refusalTexts, ownAccountTexts } from '#texts/say.ts';

/** Limited because each mails an address that can be somebody else's. */
const CHANGES: Rate = { burst: 3, everyMs: 20 * 60_000 };
/** Limit for all requests that name one address. */
const TO_ADDRESS: Rate = { burst: 3, everyMs: 60 * 60_000 };

/**
 * Adds students' own account calls: address, password, and sessions. A change of the address needs the password, then a
 * mailed code. Responses hide whether an address is known.
 */
export function ownAccountRoutes(app: FastifyInstance, services: Services): void {
  const onRequest = services.guard.require;
  app.post<{ Body: PostEmailBody }>('/api/email', { onRequest }, (request) =>
    requestChange(services, request),
  );
  app.post<{ Body: PostEmailCodeBody }>('/api/email-code', { onRequest }, (request) =>
    planChange(services, request),
  );
  plannedEmailRoutes(app, services);
  const config = { isLong: true };
  app.post<{ Body: PostPasswordBody }>('/api/password', { onRequest, config }, (request) =>
    changePassword(services, request),
  );
  app.get('/api/sessions', { onRequest }, (request) => listOwnSessions(services, request));
  app.delete('/api/sessions', { onRequest }, (request) => endOthers(services, request));
  app.delete<{ Params: { id: string } }>('/api/sessions/:id', { onRequest }, (request) =>
    endOthers(services, request, Buffer.from(request.params.id, 'hex')),
  );
}

async function requestChange(services: Services, request: FastifyRequest<{ Body: PostEmailBody }>) {
  const { studentId, username } = services.guard.of(request);
  const email = requireNewAddress(request.body.email, username);
  await services.withOwnPassword(request, request.body.password, async () => undefined);
  const now = services.steadyClock();
  const waitMs = await services.limits.consume(`email:${studentId}`, CHANGES, now);
  requireNoWait(waitMs, refusalTexts.manyRequests);
  // Addresses named too often get no mail, without revealing it.
  const isMailed = (await services.limits.consume(`email-to:${email}`, TO_ADDRESS, now)) === 0;
  await services.db.transaction().execute(async (transaction) => {
    await requestEmailChange(transaction, studentId, email, now);
    if (isMailed) await services.jobs.sendMailJob({ kind: 'email-asked', username, to: email }, transaction);
    await services.audit.record({ kind: 'email-asked', username, client: request.ip }, transaction);
  });
  return { message: say(emailTexts.codeSent) };
}

function requireNewAddress(text: string, username: string): string {
  try {
    const email = requireAddress(text);
    if (email !== username) return email;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw fieldRefusal('email', error.body.message);
  }
  throw fieldRefusal('email', say(emailTexts.same));
}

/** Plans the change, with the student locked, as a reset does. The current mailbox can cancel it. */
async function planChange(services: Services, request: FastifyRequest<{ Body: PostEmailCodeBody }>) {
  const { clock, db, guard, jobs, secret, steadyClock } = services;
  const { studentId, tokenHash, username } = guard.of(request);
  // Strips blanks and dashes from pasted codes.
  const code = request.body.code.replaceAll(/\D/g, '');
  const email = await tryEmailCode(db, secret, { studentId, code, now: steadyClock() });
  if (email === undefined) throw fieldRefusal('code', say(accountTexts.badCode));
  return db.transaction().execute(async (transaction) => {
    await lockStudentRow(transaction, studentId);
    if ((await lastProof(transaction, tokenHash)) === undefined)
      throw new Refusal(401, say(errorTexts.sessionInvalid));
    if (!(await endEmailChange(transaction, studentId, email)))
      throw fieldRefusal('code', say(accountTexts.badCode));
    await planEmailChange(transaction, studentId, email, clock());
    await jobs.sendMailJob({ kind: 'email-planned', username }, transaction);
    await services.audit.record({ kind: 'email-planned', username, client: request.ip }, transaction);
    return { message: say(emailTexts.planned, { email }) };
  });
}

/** Ends what is not to be kept, and notifies the student. */
async function changePassword(services: Services, request: FastifyRequest<{ Body: PostPasswordBody }>) {
  const { studentId, tokenHash, username } = services.guard.of(request);
  const { password, new_password: wanted } = request.body;
  const { keep_sessions: keepSessions = false, keep_passkeys: keepPasskeys = true } = request.body;
  const count = await services.permitOwnChange(request);
  // Estimating and hashing take long, so wrong passwords are limited first.
  const prepare = async () => refuseNewPassword(services, wanted, username) ?? services.hasher.hash(wanted);
  const change: Work<Refusal | undefined, Refusal | string> = async (transaction, _account, passwordHash) => {
    if (typeof passwordHash !== 'string') return passwordHash;
    await confirmAccount(transaction, studentId, { now: services.steadyClock(), passwordHash });
    if (!keepSessions) await endSessionsOf(transaction, studentId, { except: tokenHash });
    if (!keepPasskeys) await deletePasskeys(transaction, studentId);
    // Somebody who knew the old password can have planned one.
    await endEmailChanges(transaction, studentId);
    await services.jobs.sendMailJob({ kind: 'changed', username }, transaction);
    await services.audit.record({ kind: 'password-changed', username, client: request.ip }, transaction);
    return undefined;
  };
  const refusal = await services.withOwnPassword(request, password, change, prepare);
  if (refusal) throw refusal;
  await count();
  return {
    message: say(keepSessions ? ownAccountTexts.passwordChangedHere : ownAccountTexts.passwordChanged),
  };
}

/** Applies the rules of the reset card. @returns the refusal of the field `new_password`, if any */
function refuseNewPassword(services: Services, password: string, username: string): Refusal | undefined {
  try {
    services.checkCard('reset', { username, password, confirm_password: password, id: 'own' });
    services.checkPassword(password, username);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return fieldRefusal('new_password', error.body.message);
  }
}

async function listOwnSessions(
  { db, guard, steadyClock }: Services,
  request: FastifyRequest,
): Promise<GetSessionsAnswer> {
  const { studentId, tokenHash } = guard.of(request);
  const sessions = await liveSessions(db, studentId, steadyClock());
  return {
    sessions: sessions.map((session) => ({
      id: session.tokenHash.toString('hex'),
      device: session.device ?? '',
      since: session.createdAt.toISOString(),
      last_seen: session.seenAt.toISOString(),
      is_this: session.tokenHash.equals(tokenHash),
      by: session.byPasskey ? 'passkey' : 'password',
    })),
  };
}

/** Ends other sessions of the student, never the current one. Already ended is no error. */
function endOthers({ db, guard, audit }: Services, request: FastifyRequest, only?: Buffer) {
  const { studentId, tokenHash: except, username } = guard.of(request);
  return db.transaction().execute(async (transaction) => {
    const ended = await endSessionsOf(transaction, studentId, { except, only });
    const detail = `${ended} by the student`;
    if (ended > 0)
      await audit.record({ kind: 'session-ended', username, client: request.ip, detail }, transaction);
    return { message: say(ownAccountTexts.loggedOutThere) };
  });
}
