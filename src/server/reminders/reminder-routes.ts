import type { FastifyInstance } from 'fastify';
import type { PostStopRemindersQuery, PutRemindersBody } from '#generated/api.ts';
import { Refusal } from '../http/refusal.ts';
import { selectUsername } from '../student-tables/account-store.ts';
import { selectApplication, updateReminders } from '../student-tables/application-store.ts';
import { studentOfStopToken } from './reminder-mail.ts';
import type { Services } from '../start/services.ts';
import { say, remindersTexts } from '#texts/say.ts';

/** A student says whether they want reminders: by the link of a mail, without logging in, or on the account screen. */
export function reminderRoutes(app: FastifyInstance, parts: Services): void {
  const { db, guard } = parts;
  app.get('/api/reminders', { onRequest: guard.require }, async (request) => {
    const { remindersStoppedAt } = await selectApplication(db, guard.of(request).studentId);
    return { on: remindersStoppedAt === null };
  });
  app.put<{ Body: PutRemindersBody }>('/api/reminders', { onRequest: guard.require }, (request) => {
    const { studentId } = guard.of(request);
    return change(parts, { studentId, on: request.body.on, client: request.ip });
  });
  // By itself, because no other call takes a form: mail programs send one (RFC 8058), in which nothing is read.
  void app.register(async (scope) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, _body, done) =>
        done(null, undefined),
      );
    scope.post<{ Querystring: PostStopRemindersQuery }>('/public/stop-reminders', async (request) => {
      const studentId = studentOfStopToken(parts.secret, request.query.token);
      if (studentId === undefined) throw new Refusal(404, say(remindersTexts.badLink));
      return change(parts, { studentId, on: false, client: request.ip });
    });
  });
}

type Change = { readonly studentId: string; readonly on: boolean; readonly client: string };

/** Asked twice it says the same; of an account that is gone nothing is said either. */
async function change(
  { db, audit, clock }: Services,
  { studentId, on, client }: Change,
): Promise<{ message: string }> {
  await db.transaction().execute(async (transaction) => {
    if (!(await updateReminders(transaction, studentId, on ? null : clock()))) return;
    const username = (await selectUsername(transaction, studentId)) ?? '';
    const detail = on ? 'asked for' : 'stopped';
    await audit.record({ kind: 'reminders', username, client, result: 'ok', detail }, transaction);
  });
  return { message: say(on ? remindersTexts.wanted : remindersTexts.stopped) };
}
