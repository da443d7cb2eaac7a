import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who was notified that their draft is to be deleted. */
export const retentionMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table retention_notice (
      student_id uuid primary key references student on delete cascade,
      sent_at timestamptz not null
    )`.execute(db);
  },
};
