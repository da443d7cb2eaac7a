import { sql } from 'kysely';
import type { Database, Transaction } from '#server/database/database.ts';
import type { ReminderKind } from '#server/database/tables.ts';

/** Criteria for students to remind of a deadline. */
export type ReminderDue = {
  readonly kind: ReminderKind;
  /** End of the deadline. */
  readonly deadline: Date;
  /** Names under which the term can be stored, the current one first. */
  readonly keys: readonly string[];
  /** Stored values that match the deadline; '' also matches students without a choice. */
  readonly values: readonly string[];
  /** Students who started later are not reminded. */
  readonly startedBefore: Date;
};

/** Records reminders for up to `most` students. Once per deadline, across all servers. @returns their addresses */
export async function insertReminders(
  transaction: Transaction,
  { kind, deadline, keys, values, startedBefore }: ReminderDue,
  now: Date,
  most: number,
): Promise<readonly string[]> {
  const stored = keys.map((key) => sql`nullif(answers ->> ${key}, '')`);
  const { rows } = await sql<{ username: string }>`
    with found as (
      select student.id, username
      from application
      join student on student.id = application.student_id
      join web_status on web_status.student_id = student.id and web_status = 'started'
      where web_status.at < ${startedBefore} and submitted_at is null
        and reminders_stopped_at is null
        and coalesce(${sql.join([...stored, sql`''`])}) = any(${values})
        and not exists (
          select from reminder
          where reminder.student_id = student.id and kind = ${kind} and deadline = ${deadline}
        )
      limit ${most}
    ), noted as (
      insert into reminder (student_id, kind, deadline, sent_at)
      select id, ${kind}, ${deadline}::timestamptz, ${now}::timestamptz from found
      on conflict do nothing
      returning student_id
    )
    select username from found join noted on noted.student_id = found.id`.execute(transaction);
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
