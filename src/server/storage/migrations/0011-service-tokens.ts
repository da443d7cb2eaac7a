import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links to the service view of one application, for staff and for the making of its PDF. */
export const serviceTokensMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table service_token (
      token_hash bytea primary key,
      student_id uuid not null references student on delete cascade,
      purpose text not null check (purpose in ('link', 'render')),
      created_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
    await sql`create index service_token_student on service_token (student_id)`.execute(db);
    await sql`create index service_token_expires_at on service_token (expires_at)`.execute(db);
  },
};
