import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PostConfirmBody, PostResendConfirmBody, PostSignupBody } from '#generated/api.ts';
import { networkOf } from '../limits/client-limits.ts';
import type { Backoff } from '../limits/limits.ts';
import { Refusal } from '../http/refusal.ts';
import { hashToken, makeToken } from '../http/secret-token.ts';
import { insertAccount } from '#server/student-tables/account-store.ts';
import { askForMail, recordDone, requireAddress, type AccountRouteParts } from './account-route-parts.ts';
import type { ConfirmedHook } from './confirmation-store.ts';
import { codeBackoff, countGuess, tooManyCodes, WRONG_PER_CLIENT } from './guess-limits.ts';
import { normalizePassword } from './password-hasher.ts';
import { say } from '#texts/say.ts';
import { accountTexts } from '#generated/texts.ts';

/** The calls of the cards for sign-up and confirmation. */
export function signupRoutes(app: FastifyInstance, parts: AccountRouteParts): void {
  const { clientLimits, inTurn, schemaOf } = parts;
  app.post<{ Body: PostSignupBody }>(
    '/public/signup',
    { schema: schemaOf('POST /public/signup'), onRequest: clientLimits.shed('signup') },
    (request, reply) =>
      clientLimits.run('signup', request, () => inTurn(() => signUp(parts, request, reply))),
  );
  app.post<{ Body: PostConfirmBody }>(
    '/public/confirm',
    { schema: schemaOf('POST /public/confirm'), onRequest: clientLimits.shed('confirm') },
    (request, reply) =>
      clientLimits.run('confirm', request, () => confirmAccountAddress(parts, request, reply)),
  );
  app.post<{ Body: PostResendConfirmBody }>(
    '/public/resend-confirm',
    { schema: schemaOf('POST /public/resend-confirm'), onRequest: clientLimits.shed('resend') },
    (request) => clientLimits.run('resend', request, () => askForMail(parts, 'resend', request)),
  );
}

async function signUp(
  parts: AccountRouteParts,
  { body, ip }: FastifyRequest<{ Body: PostSignupBody }>,
  reply: FastifyReply,
) {
  const password = normalizePassword(body.password);
  parts.checkCard('signup', { ...body, password });
  const username = requireAddress(body.username);
  parts.checkPassword(password, username);
  const passwordHash = await parts.hasher.hash(password);
  const token = makeToken(parts.random);
  const attempt = { username, passwordHash, tokenHash: hashToken(token), now: parts.clock() };
  await parts.db.transaction().execute(async (transaction) => {
    await insertAccount(transaction, { id: parts.random.uuid(), ...attempt });
    const signup = attempt.tokenHash.toString('base64url');
    await parts.jobs.sendMailJob({ kind: 'signup', username, signup }, transaction);
    await recordDone(parts, { kind: 'signup', username, client: ip }, transaction);
  });
  parts.signupCookie.set(reply, token);
  return { message: say(accountTexts.signedUp) };
}

async function confirmAccountAddress(
  parts: AccountRouteParts,
  request: FastifyRequest<{ Body: PostConfirmBody }>,
  reply: FastifyReply,
) {
  const { body } = request;
  parts.checkCard('confirm', { ...body });
  const username = requireAddress(body.username);
  const tokens = { link: body.signup, browser: parts.signupCookie.read(request) };
  const signupHash = await parts.confirmations.meantSignup(username, tokens);
  const backoff = codeBackoff(username, signupHash);
  const onNoCode = (): Promise<void> => parts.limits.rewrite(backoff.key);
  // Blanks and dashes, all that the card takes in addition to digits, come from a paste or a copy by hand.
  const code = body.code.replaceAll(/\D/g, '');
  const confirmation = { username, code, signupHash, onNoCode, now: parts.clock() };
  const wrong = `wrong-code:${networkOf(request.ip)}`;
  await countCode(parts, backoff, wrong);
  const onConfirmed: ConfirmedHook = async (transaction, studentId) => {
    await parts.onConfirmed(transaction, studentId);
    await recordDone(parts, { kind: 'confirm', username, client: request.ip }, transaction);
  };
  if (!(await parts.confirmations.confirm(confirmation, onConfirmed))) {
    await parts.limits.charge(wrong, WRONG_PER_CLIENT, parts.clock());
    throw new Refusal(422, say(accountTexts.badCode));
  }
  await parts.limits.forget([backoff.key, codeBackoff(username).key]);
  parts.signupCookie.clear(reply);
  // As after a reset.
  parts.devices.remember(reply, username);
  return { message: say(accountTexts.confirmed) };
}

/** Counts the try before the code is compared, over all codes of the account or sign-up, known or not. */
async function countCode({ clock, limits }: AccountRouteParts, backoff: Backoff, wrong: string) {
  const now = clock();
  const rates = [{ kind: 'look', key: wrong, rate: WRONG_PER_CLIENT }] as const;
  const { waitMs } = await countGuess(limits, { rates, backoffs: [backoff] }, now);
  if (waitMs > 0) throw tooManyCodes(waitMs);
}
