import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Addresses that students want to change to, and those that they had: the audit trail knows them by both. */
export const emailChangesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table email_change (
      student_id uuid primary key references student (id) on delete cascade,
      email text not null,
      code_hmac bytea,
      tries integer not null default 0,
      expires_at timestamptz not null
    )`.execute(db);
    await sql`create table former_address (
      student_id uuid not null references student (id) on delete cascade,
      email text not null,
      until timestamptz not null
    )`.execute(db);
    await sql`create index former_address_student on former_address (student_id)`.execute(db);
  },
};
