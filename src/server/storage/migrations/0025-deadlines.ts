import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** When a submit was begun that was in time; of what was submitted, the deadline that applied and whether it came late. */
export const deadlinesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table application add column submit_begun_at timestamptz`.execute(db);
    await sql`alter table submission
      add column deadline timestamptz,
      add column is_late boolean not null default false`.execute(db);
  },
};
