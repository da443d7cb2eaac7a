import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const STATEMENTS = [
  'alter table signup_attempt add column device text',
  'alter table session add column proved_at timestamptz',
];

/** Adds the browser of a sign-up, and the last proof of a session. */
export const accountProofsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
