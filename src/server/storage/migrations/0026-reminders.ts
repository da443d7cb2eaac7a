import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which students were reminded of which deadline, and who wants no reminders. */
export const remindersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table reminder (
      student_id uuid not null references student (id) on delete cascade,
      kind text not null,
      deadline timestamptz not null,
      sent_at timestamptz not null,
      primary key (student_id, kind, deadline)
    )`.execute(db);
    await sql`alter table application add column reminders_stopped_at timestamptz`.execute(db);
  },
};
