import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Passkeys of students, and which sessions were opened with one. */
export const passkeysMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table passkey (
      id uuid primary key,
      student_id uuid not null references student (id) on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      device text not null,
      created_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
    await sql`create index passkey_student on passkey (student_id)`.execute(db);
    await sql`alter table session add column by_passkey boolean not null default false`.execute(db);
  },
};
