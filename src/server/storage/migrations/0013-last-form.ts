import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Which form a student opened last, and the questions to look at because it has changed since. Anyone who has an
 * application already knows the form that was in use before this.
 */
export const lastFormMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table application
      add column last_form text,
      add column look_at jsonb not null default '[]'`.execute(db);
    await sql`update application
      set last_form = (select hash from definition order by stored_at desc limit 1)
      where submitted_at is null`.execute(db);
  },
};
