import type { FastifyInstance, FastifyRequest } from 'fastify';
import type {
  DeletePasskeyBody,
  GetPasskeysAnswer,
  PostPasskeyOptionsBody,
  PostPasskeysBody,
} from '#generated/api.ts';
import { Refusal } from '../http/refusal.ts';
import { deviceName, lastProof } from '#server/student-tables/session-store.ts';
import { lockStudentRow } from '#server/student-tables/account-store.ts';
import { deletePasskeys, insertPasskey, selectPasskeys } from '#server/student-tables/passkey-store.ts';
import { CHALLENGE_LIFE_MS, createChallenges } from './challenges.ts';
import { checkNewPasskey, newPasskeyOptions } from './check-passkey.ts';
import { passkeyLogin, type PasskeyServices } from './passkey-login.ts';
import type { Services } from '../start/services.ts';
import { say, errorTexts, passkeyTexts, refusalTexts } from '#texts/say.ts';

/** More than any student's devices. */
const MOST_PASSKEYS = 10;

/** Adds the passkey routes. Changes need a recent log-in or the password. */
export function passkeyRoutes(app: FastifyInstance, given: Services): void {
  const site = () => {
    const origin = given.publicOrigin();
    return { name: given.institution, origin, host: new URL(origin).hostname };
  };
  const services = { ...given, challenges: createChallenges(given), site };
  passkeyLogin(app, services);
  const { guard } = services;
  const onRequest = guard.require;
  app.get('/api/passkeys', { onRequest }, (request) => listPasskeys(services, request));
  app.post<{ Body: PostPasskeyOptionsBody }>('/api/passkey-options', { onRequest }, (request) =>
    makeOptions(services, request),
  );
  app.post<{ Body: PostPasskeysBody }>('/api/passkeys', { onRequest }, (request) =>
    addPasskey(services, request),
  );
  app.delete<{ Params: { id: string }; Body: DeletePasskeyBody }>(
    '/api/passkeys/:id',
    { onRequest },
    (request) => removePasskey(services, request),
  );
}

async function listPasskeys(services: PasskeyServices, request: FastifyRequest): Promise<GetPasskeysAnswer> {
  const { studentId } = services.guard.of(request);
  const passkeys = await selectPasskeys(services.db, studentId);
  return {
    passkeys: passkeys.map(({ id, device, createdAt, usedAt }) => ({
      id,
      device,
      since: createdAt.toISOString(),
      last_used: usedAt?.toISOString() ?? null,
    })),
    needs_password: !(await services.isFresh(request)),
  };
}

/** Creates options whose challenge later proves the password or recent log-in. */
async function makeOptions(
  services: PasskeyServices,
  request: FastifyRequest<{ Body: PostPasskeyOptionsBody }>,
) {
  const { studentId, username } = services.guard.of(request);
  return services.withProof(request, request.body.password, async (transaction) => {
    const known = await selectPasskeys(transaction, studentId);
    requireRoom(known.length);
    const challenge = services.challenges.make(purposeOf(services, request));
    const site = services.site();
    const timeout = CHALLENGE_LIFE_MS;
    return { options: newPasskeyOptions({ site, studentId, username, known, challenge, timeout }) };
  });
}

async function addPasskey(services: PasskeyServices, request: FastifyRequest<{ Body: PostPasskeysBody }>) {
  const { studentId, tokenHash, username } = services.guard.of(request);
  const count = await services.permitOwnChange(request);
  const take = (challenge: string): Promise<boolean> =>
    services.challenges.take(purposeOf(services, request), challenge);
  const checked = await checkNewPasskey(services.site(), request.body, take);
  if (checked === undefined) throw new Refusal(422, say(passkeyTexts.notAdded));
  const device = deviceName(request.headers['user-agent']);
  const passkey = { ...checked, id: services.random.uuid(), studentId, device, now: services.steadyClock() };
  await services.db.transaction().execute(async (transaction) => {
    await lockStudentRow(transaction, studentId);
    // A password reset in the meantime ended this session and removed all passkeys: too late for this one.
    if ((await lastProof(transaction, tokenHash)) === undefined)
      throw new Refusal(401, say(errorTexts.sessionInvalid));
    requireRoom((await selectPasskeys(transaction, studentId)).length);
    if (!(await insertPasskey(transaction, passkey))) throw new Refusal(422, say(passkeyTexts.notAdded));
    await services.jobs.sendMailJob({ kind: 'passkey-added', username }, transaction);
    await services.audit.record({ kind: 'passkey-added', username, client: request.ip }, transaction);
  });
  await count();
  return { message: say(passkeyTexts.added) };
}

function removePasskey(
  services: PasskeyServices,
  request: FastifyRequest<{ Params: { id: string }; Body: DeletePasskeyBody }>,
) {
  const { studentId, username } = services.guard.of(request);
  const { id } = request.params;
  return services.withProof(request, request.body.password, async (transaction) => {
    const own = await selectPasskeys(transaction, studentId);
    if (!own.some((passkey) => passkey.id === id)) throw new Refusal(404, say(refusalTexts.notFound));
    await deletePasskeys(transaction, studentId, id);
    await services.audit.record({ kind: 'passkey-removed', username, client: request.ip }, transaction);
    return { message: say(passkeyTexts.removed) };
  });
}

/** Returns the purpose of adding a passkey by this student and session. */
function purposeOf({ guard }: PasskeyServices, request: FastifyRequest): string {
  const { studentId, tokenHash } = guard.of(request);
  return `add:${studentId}:${tokenHash.toString('hex')}`;
}

function requireRoom(passkeys: number): void {
  if (passkeys >= MOST_PASSKEYS) throw new Refusal(422, say(passkeyTexts.tooMany, { most: MOST_PASSKEYS }));
}
