import type { FastifyInstance } from 'fastify';
import type { PostPasswordBody } from '#generated/api.ts';
import { fieldRefusal, Refusal } from '../http/refusal.ts';
import { endSessionsOf } from '#server/student-tables/session-store.ts';
import { confirmAccount } from '#server/student-tables/account-store.ts';
import { recordSuccess } from './account-access.ts';
import type { Services } from '../start/services.ts';
import { say, ownAccountTexts } from '#texts/say.ts';

/** Adds POST /api/password, which ends all other sessions and notifies the student. */
export function passwordRoutes(app: FastifyInstance, services: Services): void {
  const { guard } = services;
  app.post<{ Body: PostPasswordBody }>('/api/password', { onRequest: guard.require }, async (request) => {
    const { studentId, tokenHash, username } = guard.of(request);
    const { password, new_password: wanted } = request.body;
    requireNewPassword(services, wanted, username);
    const passwordHash = await services.passwordQueue(() => services.hasher.hash(wanted));
    await services.withOwnPassword(request, password, async (transaction) => {
      await confirmAccount(transaction, studentId, { now: services.steadyClock(), passwordHash });
      await endSessionsOf(transaction, studentId, tokenHash);
      await services.jobs.sendMailJob({ kind: 'changed', username }, transaction);
      await recordSuccess(services, { kind: 'password-changed', username, client: request.ip }, transaction);
    });
    return { message: say(ownAccountTexts.passwordChanged) };
  });
}

/** Applies the rules of the reset card to the field `new_password`. */
function requireNewPassword(services: Services, password: string, username: string): void {
  try {
    services.checkCard('reset', { username, password, confirm_password: password, id: 'own' });
    services.checkPassword(password, username);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw fieldRefusal('new_password', error.body.message);
  }
}
