import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GetTmpQuery } from '#generated/api.ts';
import type { Answers } from '#form/definition/definition.ts';
import { refuseCrossSite } from '../http/security-headers.ts';
import { type SecretCookie, createSecretCookie, makeToken } from '../http/secret-token.ts';
import { Refusal } from '../http/refusal.ts';
import { claimPrefill } from './prefill-store.ts';
import type { Services } from '../start/services.ts';
import { say, refusalTexts } from '#texts/say.ts';

/** `claimCookie` identifies the browser that opened a link. */
type PrefillServices = Services & { readonly claimCookie: SecretCookie };

/** GET /public/tmp: returns the prefilled answers of a link (docs/behavior.md 2.3; security case D08). */
export function prefillRoutes(app: FastifyInstance, services: Services): void {
  const { config, publicOrigin } = services;
  const claimCookie = createSecretCookie({ name: `${config.cookiePrefix}_prefill`, publicOrigin });
  const parts = { ...services, claimCookie };
  const call = {
    onRequest: [refuseCrossSite, parts.clientLimits.rejectEarly('token')],
    exposeHeadRoute: false,
  };
  app.get<{ Querystring: GetTmpQuery }>('/public/tmp', call, (request, reply) =>
    parts.clientLimits.run('token', request, () => openPrefill(parts, request, reply)),
  );
  // A HEAD request reveals and spends nothing.
  app.head('/public/tmp', async () => '');
}

async function openPrefill(
  parts: PrefillServices,
  request: FastifyRequest<{ Querystring: GetTmpQuery }>,
  reply: FastifyReply,
) {
  const offered = makeToken(parts.random);
  const answer = isPrefetch(request) ? undefined : await claimRecorded(parts, request, offered);
  // Invalid tokens only count as requests: guesses must not fill the trail.
  if (answer === undefined) throw new Refusal(404, say(refusalTexts.oldPrefill));
  parts.claimCookie.set(reply, offered);
  return { answer };
}

/** Claims answers and records the recipient in one transaction. */
function claimRecorded(
  parts: PrefillServices,
  request: FastifyRequest<{ Querystring: GetTmpQuery }>,
  offered: string,
): Promise<Answers | undefined> {
  const { token } = request.query;
  const { audit, claimCookie, clock, db, partner } = parts;
  const claim = { token, partner, presented: claimCookie.read(request), offered, now: clock() };
  return db.transaction().execute(async (transaction) => {
    const claimed = await claimPrefill(transaction, claim);
    if (claimed === undefined) return undefined;
    const opened = { kind: 'prefill', username: '', client: request.ip } as const;
    await audit.record({ ...opened, detail: `link ${claimed.number} opened` }, transaction);
    return claimed.answers;
  });
}

/** Whether the browser loads the link in advance, without its user. */
function isPrefetch({ headers }: FastifyRequest): boolean {
  return [headers['sec-purpose'], headers['purpose']]
    .flat()
    .some((purpose) => purpose?.startsWith('prefetch'));
}
