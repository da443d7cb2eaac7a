import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  PostConfirmBody,
  PostForgotPasswordBody,
  PostLoginBody,
  PostResendConfirmBody,
  PostResetPasswordBody,
  PostSignupBody,
} from '#generated/api.ts';
import type { SchemaOf } from '../api-calls.ts';
import type { ClientLimits } from '../limits/client-limits.ts';
import { networkOf } from '../limits/client-network.ts';
import { refuseCrossSite } from '../cross-site.ts';
import type { SecretCookie } from '../secret-cookie.ts';
import type { SessionGuard } from '../sessions/session-guard.ts';
import type { Randomness } from '../randomness.ts';
import { Refusal } from '../refusal.ts';
import type { Transaction } from 'kysely';
import type { AuditEvent, AuditTrail } from '../audit/audit-trail.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import type { Limits } from '../limits/limits.ts';
import { deviceName } from '../sessions/device-name.ts';
import { endSession, endSessionsOf, startSession } from '../sessions/session-store.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { hashToken, makeToken } from '../token.ts';
import {
  insertAccount,
  recordLogin,
  selectAccount,
  type AccountRow,
} from '#server/student-tables/account-store.ts';
import type { BoundedQueue } from '../bounded-queue.ts';
import type { CheckCard } from './check-card.ts';
import type { ConfirmationStore, ConfirmedHook } from './confirmation-store.ts';
import { canonicalAddress } from './email-address.ts';
import { codeBackoff, countGuess, tooManyCodes, WRONG_PER_CLIENT } from './guess-limits.ts';
import type { CheckPassword } from './check-password.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Guesser, LoginThrottle, LoginTry } from './login-throttle.ts';
import type { PasswordHasher } from './password-hasher.ts';
import { spendResetId } from './password-reset-store.ts';
import { say } from '#texts/say.ts';
import * as accountTexts from '#generated/texts/account.ts';
import * as refusalTexts from '#generated/texts/refusal.ts';

export type AccountRouteParts = {
  readonly db: Database;
  readonly confirmations: ConfirmationStore;
  readonly guard: SessionGuard;
  readonly cookies: SecretCookie;
  /** Shows, until the confirmation, which of several sign-ups was this browser's. */
  readonly signupCookie: SecretCookie;
  readonly hasher: PasswordHasher;
  /** Where calls that hash wait for their turn. */
  readonly inTurn: BoundedQueue;
  readonly jobs: JobQueue;
  readonly audit: AuditTrail;
  readonly checkCard: CheckCard;
  readonly checkPassword: CheckPassword;
  readonly limits: Limits;
  readonly clientLimits: ClientLimits;
  readonly loginThrottle: LoginThrottle;
  readonly devices: KnownDevices;
  readonly clock: () => Date;
  readonly random: Randomness;
  /** Runs in the transaction that confirms an account. */
  readonly onConfirmed: ConfirmedHook;
  readonly schemaOf: SchemaOf;
};

const MAIL_SENT = 'If this address can be used, we have sent an email to it.';

/**
 * The calls of the log-in cards. None reveals whether an address is known: each does the same work and gives
 * the same answer for every address, and mails are left to a job.
 */
export function accountRoutes(app: FastifyInstance, parts: AccountRouteParts): void {
  const { clientLimits, inTurn, schemaOf } = parts;
  app.post<{ Body: PostSignupBody }>(
    '/public/signup',
    { schema: schemaOf('POST /public/signup'), onRequest: clientLimits('signup') },
    (request, reply) => inTurn(() => signUp(parts, request, reply)),
  );
  app.post<{ Body: PostConfirmBody }>(
    '/public/confirm',
    { schema: schemaOf('POST /public/confirm'), onRequest: clientLimits('confirm') },
    (request, reply) => confirmAccountAddress(parts, request, reply),
  );
  app.post<{ Body: PostResendConfirmBody }>(
    '/public/resend-confirm',
    { schema: schemaOf('POST /public/resend-confirm'), onRequest: clientLimits('resend') },
    (request) => askForMail(parts, 'resend', request),
  );
  app.post<{ Body: PostForgotPasswordBody }>(
    '/public/forgot-password',
    { schema: schemaOf('POST /public/forgot-password'), onRequest: clientLimits('forgot') },
    (request) => askForMail(parts, 'forgot', request),
  );
  app.post<{ Body: PostResetPasswordBody }>(
    '/public/reset-password',
    { schema: schemaOf('POST /public/reset-password'), onRequest: clientLimits('reset') },
    (request) => inTurn(() => resetPassword(parts, request)),
  );
  app.post<{ Body: PostLoginBody }>(
    '/public/login',
    { schema: schemaOf('POST /public/login') },
    (request, reply) => inTurn(() => logIn(parts, request, reply)),
  );
  app.get(
    '/api/logout',
    { schema: schemaOf('GET /api/logout'), onRequest: [refuseCrossSite, parts.guard.require] },
    (request, reply) => logOut(parts, request, reply),
  );
}

async function signUp(
  parts: AccountRouteParts,
  { body, ip }: FastifyRequest<{ Body: PostSignupBody }>,
  reply: FastifyReply,
) {
  parts.checkCard('signup', { ...body });
  const username = requireAddress(body.username);
  parts.checkPassword(body.password, username);
  const passwordHash = await parts.hasher.hash(body.password);
  const token = makeToken(parts.random);
  const attempt = { username, passwordHash, tokenHash: hashToken(token), now: parts.clock() };
  await parts.db.transaction().execute(async (transaction) => {
    await insertAccount(transaction, { id: parts.random.uuid(), ...attempt });
    await parts.jobs.sendMailJob({ kind: 'signup', username }, transaction);
    await recordDone(parts, { kind: 'signup', username, client: ip }, transaction);
  });
  parts.signupCookie.set(reply, token);
  return { message: MAIL_SENT };
}

async function confirmAccountAddress(
  parts: AccountRouteParts,
  request: FastifyRequest<{ Body: PostConfirmBody }>,
  reply: FastifyReply,
) {
  const { body } = request;
  parts.checkCard('confirm', { ...body });
  const username = requireAddress(body.username);
  const token = parts.signupCookie.read(request);
  const signupHash = token === undefined ? undefined : hashToken(token);
  const onNoCode = (): Promise<void> => parts.limits.rewrite(codeBackoff(username).key);
  // Blanks and dashes, all that the card takes beside digits, come from a paste or a copy by hand.
  const code = body.code.replaceAll(/\D/g, '');
  const confirmation = { username, code, signupHash, onNoCode, now: parts.clock() };
  const wrong = `wrong-code:${networkOf(request.ip)}`;
  await countCode(parts, username, wrong);
  const onConfirmed: ConfirmedHook = async (transaction, studentId) => {
    await parts.onConfirmed(transaction, studentId);
    await recordDone(parts, { kind: 'confirm', username, client: request.ip }, transaction);
  };
  if (!(await parts.confirmations.confirm(confirmation, onConfirmed))) {
    await parts.limits.charge(wrong, WRONG_PER_CLIENT, parts.clock());
    throw new Refusal(422, say(accountTexts.badCode));
  }
  await parts.limits.forget([codeBackoff(username).key]);
  parts.signupCookie.clear(reply);
  return { message: 'Your account is confirmed. You can log in now.' };
}

/** Counts the try before the code is compared, over all codes of the account, known or not. */
async function countCode({ clock, limits }: AccountRouteParts, username: string, wrong: string) {
  const now = clock();
  const rates = [{ kind: 'look', key: wrong, rate: WRONG_PER_CLIENT }] as const;
  const { waitMs } = await countGuess(limits, { rates, backoffs: [codeBackoff(username)] }, now);
  if (waitMs > 0) throw tooManyCodes(waitMs);
}

async function askForMail(
  parts: AccountRouteParts,
  kind: 'resend' | 'forgot',
  { body, ip }: FastifyRequest<{ Body: PostResendConfirmBody }>,
) {
  const username = canonicalAddress(body.username);
  await parts.db.transaction().execute(async (transaction) => {
    if (username !== undefined) await parts.jobs.sendMailJob({ kind, username }, transaction);
    await recordDone(parts, { kind, username: username ?? '', client: ip }, transaction);
  });
  return { message: MAIL_SENT };
}

type Done = Pick<AuditEvent, 'kind' | 'username' | 'client'>;

/** What a call does and the line of the trail about it are there together, or neither is. */
function recordDone({ audit }: AccountRouteParts, done: Done, transaction: Transaction<Tables>) {
  return audit.record({ ...done, result: 'ok' }, transaction);
}

async function resetPassword(
  parts: AccountRouteParts,
  request: FastifyRequest<{ Body: PostResetPasswordBody }>,
) {
  const { body } = request;
  parts.checkCard('reset', { ...body, confirm_password: body.password });
  const username = requireAddress(body.username);
  parts.checkPassword(body.password, username);
  const passwordHash = await parts.hasher.hash(body.password);
  const reset = { username, id: body.id, passwordHash, now: parts.clock() };
  const isReset = await spendResetId(parts.db, reset, async (transaction, studentId) => {
    await endSessionsOf(transaction, studentId);
    await parts.loginThrottle.clear(guesserOf(parts, request, username), transaction);
    await parts.jobs.sendMailJob({ kind: 'changed', username }, transaction);
    await recordDone(parts, { kind: 'reset', username, client: request.ip }, transaction);
  });
  if (!isReset) throw new Refusal(422, say(refusalTexts.oldLink));
  return { message: 'Your password was changed. You can log in now.' };
}

async function logIn(
  parts: AccountRouteParts,
  request: FastifyRequest<{ Body: PostLoginBody }>,
  reply: FastifyReply,
) {
  const username = canonicalAddress(request.body.username);
  const guesser = guesserOf(parts, request, username ?? request.body.username);
  const attempt = await parts.loginThrottle.enter(guesser);
  const account = username === undefined ? undefined : await selectAccount(parts.db, username);
  const isRight = await parts.hasher.verify(account?.passwordHash, request.body.password);
  const token =
    isRight && account?.confirmedAt ? await writeLogin(parts, { request, account, attempt }) : undefined;
  if (account === undefined || token === undefined) {
    await attempt.fail();
    throw new Refusal(401, say(accountTexts.badLogIn));
  }
  parts.cookies.set(reply, token);
  parts.devices.remember(reply, account.username);
  return { message: 'You are logged in.' };
}

function guesserOf({ devices }: AccountRouteParts, request: FastifyRequest, username: string): Guesser {
  return { username, network: networkOf(request.ip), deviceId: devices.idOf(request, username) };
}

type RightLogin = {
  readonly request: FastifyRequest;
  readonly account: AccountRow;
  readonly attempt: LoginTry;
};

/**
 * Everything that a right password writes, in one commit.
 *
 * @returns the token of the new session; undefined when the password was changed since it was compared
 */
async function writeLogin(parts: AccountRouteParts, { request, account, attempt }: RightLogin) {
  const now = parts.clock();
  const token = makeToken(parts.random);
  const oldToken = parts.cookies.read(request);
  return parts.db.transaction().execute(async (transaction) => {
    if (!(await recordLogin(transaction, account, now))) return undefined;
    // A session that the browser held before is worth nothing afterwards (fixation).
    if (oldToken !== undefined) await endSession(transaction, hashToken(oldToken));
    const device = deviceName(request.headers['user-agent']);
    await startSession(transaction, token, account.id, { now, device });
    await attempt.succeed(transaction);
    await recordDone(parts, { kind: 'login', username: account.username, client: request.ip }, transaction);
    return token;
  });
}

async function logOut(parts: AccountRouteParts, request: FastifyRequest, reply: FastifyReply) {
  const { tokenHash, username } = parts.guard.of(request);
  await parts.db.transaction().execute(async (transaction) => {
    await endSession(transaction, tokenHash);
    await recordDone(parts, { kind: 'logout', username, client: request.ip }, transaction);
  });
  parts.cookies.clear(reply);
  reply.header('clear-site-data', '"cache", "storage"');
  return { message: 'You are logged out.' };
}

function requireAddress(text: string): string {
  const username = canonicalAddress(text);
  if (username !== undefined) return username;
  const reason = say(accountTexts.badAddress);
  throw new Refusal(422, reason, { errors: { username: [reason] } });
}
