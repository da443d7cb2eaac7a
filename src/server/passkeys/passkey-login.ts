import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PostPasskeyLoginBody } from '#generated/api.ts';
import { Refusal } from '../http/refusal.ts';
import { findPasskey, usePasskey } from '#server/student-tables/passkey-store.ts';
import { checkPasskey, type PasskeySite } from './check-passkey.ts';
import type { Challenges } from './challenges.ts';
import type { Services } from '../start/services.ts';
import { say, accountTexts, passkeyTexts } from '#texts/say.ts';

/** Services of the passkey routes; `site` is the relying party. */
export type PasskeyServices = Services & {
  readonly challenges: Challenges;
  readonly site: () => PasskeySite;
};

/** Purpose of a log-in challenge, whose student is not known yet. */
const LOG_IN = 'log-in';

/** Adds passkey log-in. It needs no address, and works even while wrong passwords must wait. */
export function passkeyLogin(app: FastifyInstance, services: PasskeyServices): void {
  const { challenges, clientLimits, site } = services;
  app.post('/public/passkey-challenge', { onRequest: clientLimits.rejectEarly('challenge') }, async () => ({
    challenge: challenges.make(LOG_IN).toString('base64url'),
    rp_id: site().host,
  }));
  app.post<{ Body: PostPasskeyLoginBody }>(
    '/public/passkey-login',
    { onRequest: clientLimits.rejectEarly('passkey') },
    (request, reply) => clientLimits.run('passkey', request, () => logIn(services, request, reply)),
  );
}

async function logIn(
  services: PasskeyServices,
  request: FastifyRequest<{ Body: PostPasskeyLoginBody }>,
  reply: FastifyReply,
) {
  const { challenges, db, site, steadyClock } = services;
  const passkey = await findPasskey(db, request.body.id);
  // Lets the browser forget a passkey removed here.
  if (passkey === undefined) throw passkeyRefusal({ unknown_passkey: true });
  const take = (challenge: string): Promise<boolean> => challenges.take(LOG_IN, challenge);
  const counter = await checkPasskey(site(), passkey, request.body, take);
  if (counter === undefined || !passkey.account.confirmedAt) throw passkeyRefusal();
  const isOpen = await services.openSession({
    request,
    reply,
    account: passkey.account,
    byPasskey: true,
    onOpen: async (transaction) => {
      if (!(await usePasskey(transaction, passkey, { counter, now: steadyClock() }))) throw passkeyRefusal();
    },
  });
  if (!isOpen) throw passkeyRefusal();
  return { message: say(accountTexts.loggedIn) };
}

function passkeyRefusal(details: { readonly unknown_passkey?: true } = {}): Refusal {
  return new Refusal(401, say(passkeyTexts.refused), details);
}
