import { type Deadline, type Deadlines, deadlineState } from '#form/deadlines/deadlines.ts';
import { answerByKey, isAnswered } from '#form/definition/answer.ts';
import type { Answers, FormDefinition } from '#form/definition/definition.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import type { ReminderKind } from '../database/tables.ts';
import { insertReminders, selectUnreminded, type ReminderDue } from '../student-tables/reminder-store.ts';
import type { Services } from '../start/services.ts';
import type { FastifyInstance } from 'fastify';
import type { PostStopRemindersQuery, PutRemindersBody } from '#generated/api.ts';
import { Refusal } from '../http/refusal.ts';
import { selectUsername } from '../student-tables/account-store.ts';
import { selectApplication, updateReminders } from '../student-tables/application-store.ts';
import { signedSubject } from '../http/secret-token.ts';
import { STOP_REMINDERS } from './reminder-mail.ts';
import { say, remindersTexts } from '#texts/say.ts';

export type ReminderServices = Pick<Services, 'clock' | 'db' | 'questionnaire'> & {
  /** Absent if nobody sends mails. */
  readonly jobs?: Pick<JobQueue, 'sendMailJob'>;
};

const DAY_MS = 86_400_000;
/** Range before the deadline: a server that was down skips a reminder if another follows soon. */
const KINDS: readonly (readonly [ReminderKind, from: number, until: number])[] = [
  ['week', 7 * DAY_MS, 1.5 * DAY_MS],
  ['day', DAY_MS, 0],
];
const AT_ONCE = 100;

/** Enqueues reminders 7 days and 1 day before a deadline. Recorded in the same transaction. @returns their number */
export async function remindStudents({ db, questionnaire, clock, jobs }: ReminderServices): Promise<number> {
  const { deadlines } = questionnaire.partner;
  if (deadlines === undefined || jobs === undefined) return 0;
  let reminded = 0;
  for (const due of remindersDue(deadlines, questionnaire.definition, clock())) {
    const matching: string[] = [];
    for await (const { studentId, answers } of selectUnreminded(db, due))
      if (due.values.includes(storedTerm(answers, due.keys))) matching.push(studentId);
    for (let at = 0; at < matching.length; at += AT_ONCE) {
      reminded += await db.transaction().execute(async (transaction) => {
        const students = await insertReminders(transaction, due, matching.slice(at, at + AT_ONCE), clock());
        const deadline = due.deadline.toISOString();
        for (const username of students)
          await jobs.sendMailJob({ kind: 'reminder', username, deadline }, transaction);
        return students.length;
      });
    }
  }
  return reminded;
}

type DueTerm = ReminderDue & {
  /** Names under which the term can be stored, the current one first. */
  readonly keys: readonly string[];
  /** Stored values that match the deadline; '' also matches students without a choice. */
  readonly values: readonly string[];
};

function storedTerm(answers: Answers, keys: readonly string[]): string {
  return String(keys.map((key) => answerByKey(answers, key)).find(isAnswered) ?? '');
}

/** Returns reminders due at a time. Without a chosen term, the next deadline applies, as on the page. */
function remindersDue(deadlines: Deadlines, definition: FormDefinition, now: Date): readonly DueTerm[] {
  const next = deadlineState(deadlines, {}, now)?.deadline;
  return deadlines.dates.flatMap((deadline) => {
    const ends = Date.parse(deadline.ends);
    const left = ends - now.getTime();
    return KINDS.filter(([, from, until]) => left <= from && left > until).map(([kind, from]) => ({
      kind,
      deadline: new Date(ends),
      keys: storedKeys(definition, deadlines.question),
      values: [...storedTerms(definition, deadlines.question, deadline), ...(deadline === next ? [''] : [])],
      startedBefore: new Date(ends - from),
    }));
  });
}

/** Returns the current key and former ones, which drafts unopened since still have. */
function storedKeys({ moves }: FormDefinition, key: string): readonly string[] {
  const former = Object.entries(moves?.keys ?? {}).filter(([, today]) => today === key);
  return [key, ...former.map(([name]) => name)];
}

function storedTerms(definition: FormDefinition, key: string, { term }: Deadline): readonly string[] {
  const former = storedKeys(definition, key).flatMap((name) =>
    Object.entries(definition.moves?.values[name] ?? {}).filter(([, today]) => today === term),
  );
  return [term, ...former.map(([value]) => value)];
}

/** Adds the calls that turn reminders on or off. By a mailed link without log-in, or on the account screen. */
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
  // Separate scope: the only call that accepts a form, which mail programs send (RFC 8058); its body is ignored.
  void app.register(async (scope) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, _body, done) =>
        done(null, undefined),
      );
    const limited = { onRequest: parts.clientLimits.rejectEarly('token') };
    scope.post<{ Querystring: PostStopRemindersQuery }>(
      '/public/stop-reminders',
      limited,
      async (request) => {
        const studentId = signedSubject(parts.secret, STOP_REMINDERS, request.query.token);
        if (studentId === undefined) throw new Refusal(404, say(remindersTexts.badLink));
        return change(parts, { studentId, on: false, client: request.ip });
      },
    );
  });
}

/** Maximum changes per student in the audit trail, against loops. */
const RECORDED_PER_HOUR = 10;

type Change = { readonly studentId: string; readonly on: boolean; readonly client: string };

/** Idempotent; the response does not reveal deleted accounts. */
async function change(
  { db, audit, clock }: Services,
  { studentId, on, client }: Change,
): Promise<{ message: string }> {
  await db.transaction().execute(async (transaction) => {
    if (!(await updateReminders(transaction, studentId, on ? null : clock()))) return;
    const username = (await selectUsername(transaction, studentId)) ?? '';
    const detail = on ? 'asked for' : 'stopped';
    await audit.recordSome({ kind: 'reminders', username, client, detail }, RECORDED_PER_HOUR, transaction);
  });
  return { message: say(on ? remindersTexts.wanted : remindersTexts.stopped) };
}
