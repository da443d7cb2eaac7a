import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PostConfirmBody, PostResendConfirmBody, PostSignupBody } from '#generated/api.ts';
import { type KeyedRate, networkRates } from '../limits/client-limits.ts';
import type { Backoff } from '../limits/limit-steps.ts';
import { fieldRefusal, Refusal, requireNoWait } from '../http/refusal.ts';
import { hashToken, makeToken } from '../http/secret-token.ts';
import { insertAccount } from '#server/student-tables/account-store.ts';
import { deviceName } from '#server/student-tables/session-store.ts';
import { originText } from './account-mails.ts';
import { requestMail } from './account-routes.ts';
import { requireAddress } from './check-card.ts';
import { insertApplication } from '../student-tables/application-store.ts';
import type { Services } from '../start/services.ts';
import type { Confirmation, ConfirmedHook, SignupOrigin } from './confirmation-store.ts';
import { codeBackoff, countGuess, WRONG_PER_CLIENT } from './guess-limits.ts';
import { normalizePassword } from './password-hasher.ts';
import { say, accountTexts } from '#texts/say.ts';

/** Adds the calls of the sign-up and confirmation cards. */
export function signupRoutes(app: FastifyInstance, services: Services): void {
  const { clientLimits, passwordQueue } = services;
  app.post<{ Body: PostSignupBody }>(
    '/public/signup',
    { onRequest: clientLimits.rejectEarly('signup') },
    (request, reply) =>
      clientLimits.run('signup', request, () => passwordQueue(() => signUp(services, request, reply))),
  );
  app.post<{ Body: PostConfirmBody }>(
    '/public/confirm',
    { onRequest: clientLimits.rejectEarly('confirm') },
    (request, reply) =>
      clientLimits.run('confirm', request, () =>
        request.body.password === undefined
          ? confirmAccountAddress(services, request, reply)
          : passwordQueue(() => confirmAccountAddress(services, request, reply)),
      ),
  );
  app.post<{ Body: PostResendConfirmBody }>(
    '/public/resend-confirm',
    { onRequest: clientLimits.rejectEarly('resend') },
    (request) => clientLimits.run('resend', request, () => requestMail(services, 'resend', request)),
  );
}

async function signUp(
  services: Services,
  { body, headers, ip }: FastifyRequest<{ Body: PostSignupBody }>,
  reply: FastifyReply,
) {
  const password = normalizePassword(body.password);
  services.checkCard('signup', { ...body, password });
  const username = requireAddress(body.username);
  services.checkPassword(password, username);
  const passwordHash = await services.hasher.hash(password);
  const token = makeToken(services.random);
  const tokenHash = hashToken(token);
  const device = deviceName(headers['user-agent']);
  const attempt = { username, passwordHash, tokenHash, device, now: services.steadyClock() };
  await services.db.transaction().execute(async (transaction) => {
    await insertAccount(transaction, { id: services.random.uuid(), ...attempt });
    const signup = attempt.tokenHash.toString('base64url');
    const isBehind = services.clientLimits.isMailBehind(ip);
    await services.jobs.sendMailJob({ kind: 'signup', username, signup, isBehind }, transaction);
    await services.audit.record({ kind: 'signup', username, client: ip }, transaction);
  });
  services.signupCookie.set(reply, token);
  return { message: say(accountTexts.signedUp) };
}

async function confirmAccountAddress(
  services: Services,
  request: FastifyRequest<{ Body: PostConfirmBody }>,
  reply: FastifyReply,
) {
  const { body } = request;
  services.checkCard('confirm', { ...body });
  const username = requireAddress(body.username);
  const tokens = { link: body.signup, browser: services.signupCookie.read(request) };
  const signupHash = await services.confirmations.meantSignup(username, tokens);
  const backoff = codeBackoff(username, signupHash);
  const onNoCode = (): Promise<void> => services.limits.touch(backoff.key);
  // Strips blanks and dashes, the only other characters that the card accepts, from pasted or copied codes.
  const code = body.code.replaceAll(/\D/g, '');
  const isOwn: Confirmation['isOwn'] = async ({ token_hash, password_hash }) =>
    (tokens.browser !== undefined && hashToken(tokens.browser).equals(token_hash)) ||
    (body.password !== undefined && (await services.hasher.verify(password_hash, body.password)));
  const confirmation = { username, code, signupHash, isOwn, onNoCode, now: services.steadyClock() };
  const wrong = networkRates('wrong-code', request.ip, WRONG_PER_CLIENT);
  await countCode(services, backoff, wrong);
  const onConfirmed: ConfirmedHook = async (transaction, studentId) => {
    await insertApplication(transaction, studentId);
    await services.audit.record({ kind: 'confirm', username, client: request.ip }, transaction);
  };
  const result = await services.confirmations.confirm(confirmation, onConfirmed);
  if (result !== true) {
    if (result === false || body.password !== undefined)
      await services.limits.debit(wrong, services.steadyClock());
    throw result === false
      ? fieldRefusal('code', say(accountTexts.badCode))
      : notOwnRefusal(services, result, body);
  }
  // Forgetting all tries would show strangers that somebody confirmed the address.
  await services.limits.refund(backoff.key);
  services.signupCookie.clear(reply);
  // As after a reset.
  services.devices.remember(reply, username);
  return { message: say(accountTexts.confirmed) };
}

/** Asks for the password of a sign-up in another browser, which can be somebody else's. */
function notOwnRefusal(services: Services, signup: SignupOrigin, { password }: PostConfirmBody): Refusal {
  const which = originText(services, signup);
  const message = say(password === undefined ? accountTexts.otherBrowser : accountTexts.otherSignup, {
    which,
  });
  return new Refusal(422, message, { errors: { password: [message] }, needs_password: true });
}

/** Counts a try over all codes of the account before comparing. */
async function countCode({ steadyClock, limits }: Services, backoff: Backoff, wrong: readonly KeyedRate[]) {
  const now = steadyClock();
  const rates = wrong.map((step) => ({ kind: 'peek', ...step }) as const);
  const { waitMs } = await countGuess(limits, { rates, backoffs: [backoff] }, now);
  requireNoWait(waitMs, accountTexts.manyTries);
}
