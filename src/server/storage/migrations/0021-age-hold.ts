import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Applications that are held back because they say that the student is too young, and how often they were. */
export const ageHoldMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table application
      add column held_at timestamptz,
      add column holds integer not null default 0`.execute(db);
  },
};
