import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Each sign-up with a code of its own. Servers of before go on with confirmation_code, which nothing reads any more. */
export const signupCodesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table signup_attempt
      add column code_hmac bytea,
      add column link_hash bytea unique,
      add column tries integer not null default 0,
      add column own_tries integer not null default 0,
      add column code_expires_at timestamptz`.execute(db);
  },
};
