import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PostForgotPasswordBody, PostLoginBody, PostResetPasswordBody } from '#generated/api.ts';
import { networkOf } from '../limits/client-limits.ts';
import { refuseForeignGet } from '../http/security-headers.ts';
import { Refusal } from '../http/refusal.ts';
import { endSession, endSessionsOf } from '../sessions/session-store.ts';
import { selectAccount } from '#server/student-tables/account-store.ts';
import { deletePasskeys } from '#server/student-tables/passkey-store.ts';
import { askForMail, recordDone, requireAddress, type AccountRouteParts } from './account-route-parts.ts';
import { canonicalAddress } from './email-address.ts';
import { endEmailChange } from './email-change-store.ts';
import { sourceOf, type Guesser } from './login-throttle.ts';
import type { OpenSession } from './open-session.ts';
import { normalizePassword } from './password-hasher.ts';
import { spendResetId } from './password-reset-store.ts';
import { say } from '#texts/say.ts';
import { accountTexts, refusalTexts } from '#generated/texts.ts';

type LoginParts = AccountRouteParts & { readonly openSession: OpenSession };

/** The calls of the cards for log-in and for a new password, and the log-out. */
export function accountRoutes(app: FastifyInstance, parts: LoginParts): void {
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
    await endEmailChange(transaction, studentId);
    // Who had the account for a while may have left one.
    const passkeys = await deletePasskeys(transaction, studentId);
    await parts.loginThrottle.clear(guesserOf(parts, request, username), transaction);
    const kind = passkeys > 0 ? 'reset-passkeys' : 'changed';
    await parts.jobs.sendMailJob({ kind, username }, transaction);
    const detail = passkeys > 0 ? `${passkeys} passkeys removed` : undefined;
    await recordDone(parts, { kind: 'reset', username, client: request.ip, detail }, transaction);
  });
  if (!isReset) throw new Refusal(422, say(refusalTexts.oldLink));
  // Who proved the mailbox gets past what strangers do to the account; it logs nobody in.
  parts.devices.remember(reply, username);
  return { message: say(accountTexts.passwordReset) };
}

type LoginRequest = FastifyRequest<{ Body: PostLoginBody }>;

/** In the turn of the browser where the owner of the name has used it: nobody in the same network is before it. */
async function logInInTurn(parts: LoginParts, request: LoginRequest, reply: FastifyReply) {
  const { clientLimits, inTurn, loginThrottle } = parts;
  const { username } = request.body;
  const guesser = guesserOf(parts, request, canonicalAddress(username) ?? username);
  loginThrottle.shed(guesser);
  const work = (): Promise<object> => inTurn(() => logIn(parts, request, guesser, reply));
  return clientLimits.inTurn(request, work, sourceOf(guesser));
}

async function logIn(parts: LoginParts, request: LoginRequest, guesser: Guesser, reply: FastifyReply) {
  const username = canonicalAddress(request.body.username);
  const attempt = await parts.loginThrottle.enter(guesser);
  const account = username === undefined ? undefined : await selectAccount(parts.db, username);
  const isRight = await parts.hasher.verify(account?.passwordHash, request.body.password);
  const isOpen =
    isRight &&
    account?.confirmedAt &&
    (await parts.openSession({
      request,
      reply,
      account,
      onOpen: (transaction) => attempt.succeed(transaction),
    }));
  if (!isOpen) {
    await attempt.fail();
    throw new Refusal(401, say(accountTexts.badLogIn));
  }
  return { message: say(accountTexts.loggedIn) };
}

function guesserOf({ devices }: AccountRouteParts, request: FastifyRequest, username: string): Guesser {
  return { username, network: networkOf(request.ip), deviceId: devices.idOf(request, username) };
}

async function logOut(parts: AccountRouteParts, request: FastifyRequest, reply: FastifyReply) {
  const { tokenHash, username } = parts.guard.of(request);
  await parts.db.transaction().execute(async (transaction) => {
    await endSession(transaction, tokenHash);
    await recordDone(parts, { kind: 'logout', username, client: request.ip }, transaction);
  });
  parts.cookies.clear(reply);
  reply.header('clear-site-data', '"cache", "storage"');
  return { message: say(accountTexts.loggedOut) };
}
