import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PostForgotPasswordBody, PostLoginBody, PostResetPasswordBody } from '#generated/api.ts';
import { networkOf } from '../limits/client-network.ts';
import { refuseForeignGet } from '../cross-site.ts';
import { Refusal } from '../refusal.ts';
import { deviceName } from '../sessions/device-name.ts';
import { endSession, endSessionsOf, startSession } from '../sessions/session-store.ts';
import { hashToken, makeToken } from '../token.ts';
import { recordLogin, selectAccount, type AccountRow } from '#server/student-tables/account-store.ts';
import { askForMail, recordDone, requireAddress, type AccountRouteParts } from './account-route-parts.ts';
import { canonicalAddress } from './email-address.ts';
import { sourceOf, type Guesser, type LoginTry } from './login-throttle.ts';
import { normalizePassword } from './password-hasher.ts';
import { spendResetId } from './password-reset-store.ts';
import { say } from '#texts/say.ts';
import * as accountTexts from '#generated/texts/account.ts';
import * as refusalTexts from '#generated/texts/refusal.ts';

/** The calls of the cards for log-in and for a new password, and the log-out. */
export function accountRoutes(app: FastifyInstance, parts: AccountRouteParts): void {
  const { clientLimits, inTurn, schemaOf } = parts;
  app.post<{ Body: PostForgotPasswordBody }>(
    '/public/forgot-password',
    { schema: schemaOf('POST /public/forgot-password'), onRequest: clientLimits.shed('forgot') },
    (request) => clientLimits.run('forgot', request, () => askForMail(parts, 'forgot', request)),
  );
  app.post<{ Body: PostResetPasswordBody }>(
    '/public/reset-password',
    { schema: schemaOf('POST /public/reset-password'), onRequest: clientLimits.shed('reset') },
    (request, reply) =>
      clientLimits.run('reset', request, () => inTurn(() => resetPassword(parts, request, reply))),
  );
  app.post<{ Body: PostLoginBody }>(
    '/public/login',
    { schema: schemaOf('POST /public/login') },
    (request, reply) => logInInTurn(parts, request, reply),
  );
  app.get(
    '/api/logout',
    { schema: schemaOf('GET /api/logout'), onRequest: [refuseForeignGet, parts.guard.require] },
    (request, reply) => logOut(parts, request, reply),
  );
}

async function resetPassword(
  parts: AccountRouteParts,
  request: FastifyRequest<{ Body: PostResetPasswordBody }>,
  reply: FastifyReply,
) {
  const { body } = request;
  const password = normalizePassword(body.password);
  parts.checkCard('reset', { ...body, password, confirm_password: password });
  const username = requireAddress(body.username);
  parts.checkPassword(password, username);
  const passwordHash = await parts.hasher.hash(password);
  const reset = { username, id: body.id, passwordHash, now: parts.clock() };
  const isReset = await spendResetId(parts.db, reset, async (transaction, studentId) => {
    await parts.onConfirmed(transaction, studentId);
    await endSessionsOf(transaction, studentId);
    await parts.loginThrottle.clear(guesserOf(parts, request, username), transaction);
    await parts.jobs.sendMailJob({ kind: 'changed', username }, transaction);
    await recordDone(parts, { kind: 'reset', username, client: request.ip }, transaction);
  });
  if (!isReset) throw new Refusal(422, say(refusalTexts.oldLink));
  // Who proved the mailbox gets past what strangers do to the account; it logs nobody in.
  parts.devices.remember(reply, username);
  return { message: 'Your password was changed. You can log in now.' };
}

type LoginRequest = FastifyRequest<{ Body: PostLoginBody }>;

/** In the turn of the browser where the owner of the name has used it: nobody in the same network is before it. */
async function logInInTurn(parts: AccountRouteParts, request: LoginRequest, reply: FastifyReply) {
  const { clientLimits, inTurn, loginThrottle } = parts;
  const { username } = request.body;
  const guesser = guesserOf(parts, request, canonicalAddress(username) ?? username);
  loginThrottle.shed(guesser);
  const work = (): Promise<object> => inTurn(() => logIn(parts, request, guesser, reply));
  return clientLimits.inTurn(request, work, sourceOf(guesser));
}

async function logIn(parts: AccountRouteParts, request: LoginRequest, guesser: Guesser, reply: FastifyReply) {
  const username = canonicalAddress(request.body.username);
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
