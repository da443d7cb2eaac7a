import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  'alter table signup_attempt add column device text',
  'alter table session add column proved_at timestamptz',
  `create table planned_email (
    student_id uuid primary key references student on delete cascade,
    email text not null,
    cancel_hash bytea unique,
    effective_at timestamptz not null
  )`,
  'create index planned_email_effective_at on planned_email (effective_at)',
];

/** Adds the browser of a sign-up, the last proof of a session, and address changes that wait. */
export const accountProofsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
