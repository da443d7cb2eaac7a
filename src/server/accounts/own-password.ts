import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transaction } from 'kysely';
import type { PostPasswordBody } from '#generated/api.ts';
import { networkOf } from '../limits/client-limits.ts';
import { Refusal } from '../http/refusal.ts';
import { endOtherSessions } from '../sessions/session-store.ts';
import type { Tables } from '../storage/tables.ts';
import {
  type AccountRow,
  confirmAccount,
  lockUnchanged,
  selectAccount,
} from '#server/student-tables/account-store.ts';
import { recordDone, type AccountRouteParts } from './account-route-parts.ts';
import { say } from '#texts/say.ts';
import { ownAccountTexts } from '#generated/texts.ts';

type Work<T> = (transaction: Transaction<Tables>, account: AccountRow) => Promise<T>;

/** Does something that a session alone may not, with the password of its student typed once more. */
export type WithOwnPassword = <T>(request: FastifyRequest, password: string, work: Work<T>) => Promise<T>;

/**
 * A wrong password counts as at the log-in, and is refused with 422: the session is still good. `work` runs in the
 * transaction that forgets the tries, with the account locked and its password still the one that was compared.
 */
export function createWithOwnPassword(parts: AccountRouteParts): WithOwnPassword {
  const { db, devices, guard, hasher, inTurn, loginThrottle } = parts;
  return (request, password, work) =>
    inTurn(async () => {
      const { username } = guard.of(request);
      const deviceId = devices.idOf(request, username);
      const attempt = await loginThrottle.enter({ username, network: networkOf(request.ip), deviceId });
      const account = await selectAccount(db, username);
      const isRight = await hasher.verify(account?.passwordHash, password);
      const done =
        isRight && account
          ? await db.transaction().execute(async (transaction) => {
              if (!(await lockUnchanged(transaction, account))) return undefined;
              await attempt.succeed(transaction);
              return { result: await work(transaction, account) };
            })
          : undefined;
      if (done !== undefined) return done.result;
      await attempt.fail();
      const reason = say(ownAccountTexts.wrongPassword);
      throw new Refusal(422, reason, { errors: { password: [reason] } });
    });
}

/** POST /api/password: a new password, which ends every other session of the student and is notified to them. */
export function passwordRoutes(
  app: FastifyInstance,
  parts: AccountRouteParts,
  withOwnPassword: WithOwnPassword,
): void {
  const { guard, schemaOf } = parts;
  app.post<{ Body: PostPasswordBody }>(
    '/api/password',
    { schema: schemaOf('POST /api/password'), onRequest: guard.require },
    async (request) => {
      const { studentId, tokenHash, username } = guard.of(request);
      const { password, new_password: wanted } = request.body;
      requireNewPassword(parts, wanted, username);
      const passwordHash = await parts.inTurn(() => parts.hasher.hash(wanted));
      await withOwnPassword(request, password, async (transaction) => {
        await confirmAccount(transaction, studentId, { now: parts.clock(), passwordHash });
        await endOtherSessions(transaction, { studentId, tokenHash });
        await parts.jobs.sendMailJob({ kind: 'changed', username }, transaction);
        await recordDone(parts, { kind: 'password-changed', username, client: request.ip }, transaction);
      });
      return { message: say(ownAccountTexts.passwordChanged) };
    },
  );
}

/** The rules are those of the card for a new password, under the name that the field has here. */
function requireNewPassword(parts: AccountRouteParts, password: string, username: string): void {
  try {
    parts.checkCard('reset', { username, password, confirm_password: password, id: 'own' });
    parts.checkPassword(password, username);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { message } = error.body;
    throw new Refusal(error.statusCode, message, { errors: { new_password: [message] } });
  }
}
