import { LINES_PER_HOUR } from '../audit/audit-trail.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
  PostForgotPasswordBody,
  PostLoginBody,
  PostResendConfirmBody,
  PostResetPasswordBody,
} from '#generated/api.ts';
import { refuseForeignGet } from '../http/security-headers.ts';
import { Refusal } from '../http/refusal.ts';
import { endSession, endSessionsOf } from '#server/student-tables/session-store.ts';
import { selectAccount } from '#server/student-tables/account-store.ts';
import { deletePasskeys } from '#server/student-tables/passkey-store.ts';
import { endEmailChanges } from './email-change-store.ts';
import { sourceOf, type Guesser } from './login-throttle.ts';
import { normalizePassword } from './password-hasher.ts';
import { spendResetId } from './password-reset-store.ts';
import type { Services } from '../start/services.ts';
import { hashToken } from '../http/secret-token.ts';
import { insertApplication } from '../student-tables/application-store.ts';
import { requireAddress } from './check-card.ts';
import { canonicalAddress } from './email-address.ts';
import { say, accountTexts, refusalTexts } from '#texts/say.ts';

/** Adds log-in, log-out, and password reset. Known and unknown addresses get the same work and response. */
export function accountRoutes(app: FastifyInstance, services: Services): void {
  const { clientLimits, passwordQueue } = services;
  app.post<{ Body: PostForgotPasswordBody }>(
    '/public/forgot-password',
    { onRequest: clientLimits.rejectEarly('forgot') },
    (request) => clientLimits.run('forgot', request, () => requestMail(services, 'forgot', request)),
  );
  app.post<{ Body: PostResetPasswordBody }>(
    '/public/reset-password',
    { onRequest: clientLimits.rejectEarly('reset') },
    (request, reply) =>
      clientLimits.run('reset', request, () => passwordQueue(() => resetPassword(services, request, reply))),
  );
  app.post<{ Body: PostLoginBody }>('/public/login', (request, reply) =>
    queueLogIn(services, request, reply),
  );
  const onRequest = [refuseForeignGet(services.publicOrigin), services.guard.require];
  app.get('/api/logout', { onRequest }, (request, reply) => logOut(services, request, reply));
}

/** Enqueues a mail job. */
export async function requestMail(
  services: Services,
  kind: 'resend' | 'forgot',
  request: FastifyRequest<{ Body: PostResendConfirmBody }>,
) {
  const { body, ip } = request;
  const username = canonicalAddress(body.username);
  const token = services.signupCookie.read(request);
  const signup = token && hashToken(token).toString('base64url');
  const isBehind = services.clientLimits.isMailBehind(ip);
  await services.db.transaction().execute(async (transaction) => {
    if (username !== undefined)
      await services.jobs.sendMailJob({ kind, username, signup, isBehind }, transaction);
    const event = { kind, username: username ?? '', client: ip } as const;
    await services.audit.recordSome(event, LINES_PER_HOUR, transaction);
  });
  return { message: say(accountTexts.mailSent) };
}

async function resetPassword(
  services: Services,
  request: FastifyRequest<{ Body: PostResetPasswordBody }>,
  reply: FastifyReply,
) {
  const { body } = request;
  const password = normalizePassword(body.password);
  services.checkCard('reset', { ...body, password, confirm_password: password });
  const username = requireAddress(body.username);
  services.checkPassword(password, username);
  const passwordHash = await services.hasher.hash(password);
  const reset = { username, id: body.id, passwordHash, now: services.steadyClock() };
  const isReset = await spendResetId(services.db, reset, async (transaction, studentId) => {
    await insertApplication(transaction, studentId);
    await endSessionsOf(transaction, studentId);
    await endEmailChanges(transaction, studentId);
    // An intruder can have added passkeys.
    const passkeys = await deletePasskeys(transaction, studentId);
    const kind = passkeys > 0 ? 'reset-passkeys' : 'changed';
    await services.jobs.sendMailJob({ kind, username }, transaction);
    const detail = passkeys > 0 ? `${passkeys} passkeys removed` : undefined;
    await services.audit.record({ kind: 'reset', username, client: request.ip, detail }, transaction);
  });
  if (!isReset) throw new Refusal(422, say(refusalTexts.oldLink));
  // Exempts the mailbox's owner from strangers' failed log-ins; does not log in.
  services.devices.remember(reply, username);
  return { message: say(accountTexts.passwordReset) };
}

type LoginRequest = FastifyRequest<{ Body: PostLoginBody }>;

/** Queues a log-in by known browser, else by network, so that others in the network do not delay the owner. */
async function queueLogIn(services: Services, request: LoginRequest, reply: FastifyReply) {
  const { clientLimits, passwordQueue, loginThrottle } = services;
  const { username } = request.body;
  const guesser = guesserOf(services, request, canonicalAddress(username) ?? username);
  loginThrottle.rejectEarly(guesser);
  const work = (): Promise<object> => passwordQueue(() => logIn(services, request, guesser, reply));
  return clientLimits.queue(request, work, sourceOf(guesser));
}

async function logIn(services: Services, request: LoginRequest, guesser: Guesser, reply: FastifyReply) {
  const username = canonicalAddress(request.body.username);
  const attempt = await services.loginThrottle.enter(guesser);
  const account = username === undefined ? undefined : await selectAccount(services.db, username);
  const isRight = await services.hasher.verify(account?.passwordHash, request.body.password);
  const isOpen =
    isRight &&
    account?.confirmedAt &&
    (await services.openSession({
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

function guesserOf({ devices }: Services, request: FastifyRequest, username: string): Guesser {
  return { username, address: request.ip, deviceId: devices.idOf(request, username) };
}

async function logOut(services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { tokenHash, username } = services.guard.of(request);
  await services.db.transaction().execute(async (transaction) => {
    await endSession(transaction, tokenHash);
    const event = { kind: 'logout', username, client: request.ip } as const;
    await services.audit.recordSome(event, LINES_PER_HOUR, transaction);
  });
  services.cookies.clear(reply);
  reply.header('clear-site-data', '"cache", "storage"');
  return { message: say(accountTexts.loggedOut) };
}
