import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GetEmailChangeAnswer, PostCancelEmailQuery } from '#generated/api.ts';
import { endSessionsOf } from '#server/student-tables/session-store.ts';
import { lockStudentRow, renameAccount, selectUsername } from '#server/student-tables/account-store.ts';
import { say, emailTexts } from '#texts/say.ts';
import { BY_SERVER } from '../audit/audit-trail.ts';
import type { Transaction } from '../database/database.ts';
import type { ServerSecret } from '../database/server-secret.ts';
import { Refusal } from '../http/refusal.ts';
import { signedSubject, signSubject } from '../http/secret-token.ts';
import type { Services } from '../start/services.ts';
import {
  endPlannedEmail,
  insertFormerAddress,
  selectDueStudents,
  selectPlannedEmail,
} from './email-change-store.ts';
import { endResetId } from './password-reset-store.ts';

type PlannedEmailServices = Pick<Services, 'audit' | 'clock' | 'db'> & {
  /** Absent if nobody sends mails. */
  readonly jobs?: Pick<Services['jobs'], 'sendMailJob'>;
};

/** Applies due changes of address. @throws AggregateError after the others; failed ones are retried */
export async function applyEmailChanges({ jobs, ...parts }: PlannedEmailServices): Promise<void> {
  if (jobs === undefined) return;
  const errors: unknown[] = [];
  for (const studentId of await selectDueStudents(parts.db, parts.clock()))
    await parts.db
      .transaction()
      .execute((transaction) => applyChange({ ...parts, jobs }, transaction, studentId))
      .catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors);
}

/** Changes the address with the student locked, as a reset does. Everybody logs in again. */
async function applyChange(
  { jobs, ...parts }: Required<PlannedEmailServices>,
  transaction: Transaction,
  studentId: string,
): Promise<void> {
  await lockStudentRow(transaction, studentId);
  const email = await endPlannedEmail(transaction, studentId, { dueAt: parts.clock() });
  const username = await selectUsername(transaction, studentId);
  if (email === undefined || username === undefined) return;
  if (!(await renameAccount(transaction, studentId, email))) {
    await jobs.sendMailJob({ kind: 'email-dropped', username }, transaction);
    const detail = 'the address has another account';
    await parts.audit.record({ kind: 'email-canceled', username, client: BY_SERVER, detail }, transaction);
    return;
  }
  // Voids links in the former mailbox.
  await endResetId(transaction, studentId);
  await endSessionsOf(transaction, studentId);
  await jobs.sendMailJob({ kind: 'email-changed', username: email, to: username }, transaction);
  const done = { kind: 'email-changed', client: BY_SERVER } as const;
  await parts.audit.record({ ...done, username }, transaction);
  // After the last event under the former address; later ones belong to somebody else.
  await insertFormerAddress(transaction, studentId, { email: username, until: parts.clock() });
  await parts.audit.record({ ...done, username: email }, transaction);
}

/** Adds the calls that show and cancel a planned change. By a mailed link without log-in, too. */
export function plannedEmailRoutes(app: FastifyInstance, services: Services): void {
  const { clientLimits, db, guard, secret } = services;
  const onRequest = guard.require;
  app.get('/api/email-change', { onRequest }, async (request): Promise<GetEmailChangeAnswer> => {
    const planned = await selectPlannedEmail(db, guard.of(request).studentId);
    return { email: planned?.email ?? null, applies_at: planned?.appliesAt.toISOString() ?? null };
  });
  app.delete('/api/email-change', { onRequest }, async (request) => {
    await cancel(services, request, guard.of(request).studentId);
    return { message: say(emailTexts.canceled) };
  });
  const limited = { onRequest: clientLimits.rejectEarly('token') };
  app.post<{ Querystring: PostCancelEmailQuery }>('/public/cancel-email', limited, async (request) => {
    const [studentId, time] = signedSubject(secret, CANCEL_EMAIL, request.query.token)?.split('.') ?? [];
    if (studentId === undefined || !(await cancel(services, request, studentId, new Date(Number(time)))))
      throw new Refusal(404, say(emailTexts.badLink));
    return { message: say(emailTexts.canceled) };
  });
}

/** @returns false without such a plan, e.g. once it has taken effect */
function cancel(
  services: Services,
  request: FastifyRequest,
  studentId: string,
  appliesAt?: Date,
): Promise<boolean> {
  return services.db.transaction().execute(async (transaction) => {
    const filter = appliesAt && { appliesAt };
    if ((await endPlannedEmail(transaction, studentId, filter)) === undefined) return false;
    const username = (await selectUsername(transaction, studentId)) ?? '';
    await services.audit.record({ kind: 'email-canceled', username, client: request.ip }, transaction);
    return true;
  });
}

const CANCEL_EMAIL = 'cancel-email';

/** Returns a token that only allows canceling one planned change. */
export function cancelToken(secret: ServerSecret, studentId: string, appliesAt: Date): string {
  return signSubject(secret, CANCEL_EMAIL, `${studentId}.${appliesAt.getTime()}`);
}
