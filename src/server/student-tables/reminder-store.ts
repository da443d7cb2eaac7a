import { sql } from 'kysely';
import type { Database, Transaction } from '#server/database/database.ts';
import { encryptionOf } from '#server/encryption/row-encryption.ts';
import type { ReminderKind } from '#server/database/tables.ts';
import { readInBatches } from './read-in-batches.ts';

/** Criteria for students to remind of a deadline. */
export type ReminderDue = {
  readonly kind: ReminderKind;
  /** End of the deadline. */
  readonly deadline: Date;
  /** Students who started later are not reminded. */
  readonly startedBefore: Date;
};

/** Yields students to be reminded if their answers match, which the database cannot read. */
export function selectUnreminded(db: Database, { kind, deadline, startedBefore }: ReminderDue) {
  return readInBatches(db, async (transaction, last, most) => {
    const drafts = await transaction
      .selectFrom('application')
      .innerJoin('web_status', 'web_status.student_id', 'application.student_id')
      .select(['application.student_id as studentId', 'answers'])
      .where('web_status', '=', 'started')
      .where('web_status.at', '<', startedBefore)
      .where('submitted_at', 'is', null)
      .where('reminders_stopped_at', 'is', null)
      .where((expressions) => {
        const reminders = expressions
          .selectFrom('reminder')
          .select('reminder.student_id')
          .where('kind', '=', kind);
        const own = reminders.whereRef('reminder.student_id', '=', 'application.student_id');
        return expressions.not(expressions.exists(own.where('deadline', '=', deadline)));
      })
      .where('application.student_id', '>', last)
      .orderBy('application.student_id')
      .limit(most)
      .execute();
    const encryption = encryptionOf(db);
    return drafts.map(({ studentId, answers }) => ({
      studentId,
      answers: encryption.open(`application.answers:${studentId}`, answers),
    }));
  });
}

/** Records reminders, once per student and deadline across all servers. @returns the addresses of recorded ones */
export async function insertReminders(
  transaction: Transaction,
  { kind, deadline }: ReminderDue,
  studentIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  const { rows } = await sql<{ username: string }>`
    with noted as (
      insert into reminder (student_id, kind, deadline, sent_at)
      select application.student_id, ${kind}, ${deadline}::timestamptz, ${now}::timestamptz from application
      where student_id = any(${studentIds}) and submitted_at is null and reminders_stopped_at is null
      on conflict do nothing
      returning student_id
    )
    select username from student join noted on noted.student_id = student.id`.execute(transaction);
  return rows.map(({ username }) => username);
}

/** Returns the reminders sent to a student, for export. */
export async function exportReminders(db: Database, studentId: string) {
  return db
    .selectFrom('reminder')
    .select(['kind', 'deadline', 'sent_at'])
    .where('student_id', '=', studentId)
    .orderBy('sent_at')
    .execute();
}
