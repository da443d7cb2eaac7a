import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  'alter table student alter column username drop not null',
  'alter table student add column account_id uuid references student on delete cascade deferrable initially deferred',
  'create index student_account on student (account_id) where account_id is not null',
  'alter table application add column cycle text',
];

/** Adds past applications: students without an address, each of an account (decision 27). */
export const cyclesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
