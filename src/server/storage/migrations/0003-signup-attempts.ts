import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Each sign-up with its own password, so that the browser that confirms gets the one it chose. */
export const signupAttemptsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table signup_attempt (
      id bigint generated always as identity,
      token_hash bytea primary key,
      student_id uuid not null references student on delete cascade,
      password_hash text not null,
      created_at timestamptz not null
    )`.execute(db);
    await sql`create index signup_attempt_student on signup_attempt (student_id, id)`.execute(db);
  },
};
