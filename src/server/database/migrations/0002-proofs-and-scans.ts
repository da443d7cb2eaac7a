import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  'alter table signup_attempt add column device text',
  'alter table session add column proved_at timestamptz',
  `create table planned_email (
    student_id uuid primary key references student on delete cascade,
    email text not null,
    applies_at timestamptz not null
  )`,
  'alter table document add column is_scanned boolean not null default false',
];

/** Adds browsers of sign-ups, proofs of sessions, planned addresses, and malware scans. */
export const proofsAndScansMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
