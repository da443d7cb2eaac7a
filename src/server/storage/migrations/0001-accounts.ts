import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Students, their sessions, codes and reset links. */
export const accountsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table student (
      id uuid primary key,
      username text not null unique,
      password_hash text not null,
      confirmed_at timestamptz,
      created_at timestamptz not null
    )`.execute(db);
    await sql`create table session (
      token_hash bytea primary key,
      student_id uuid not null references student on delete cascade,
      created_at timestamptz not null,
      seen_at timestamptz not null
    )`.execute(db);
    await sql`create index session_student on session (student_id)`.execute(db);
    await sql`create table login (
      student_id uuid not null references student on delete cascade,
      at timestamptz not null
    )`.execute(db);
    await sql`create index login_student on login (student_id, at)`.execute(db);
    await sql`create table confirmation_code (
      student_id uuid primary key references student on delete cascade,
      code_hmac bytea not null,
      attempts integer not null,
      expires_at timestamptz not null
    )`.execute(db);
    await sql`create table password_reset (
      student_id uuid primary key references student on delete cascade,
      id_hash bytea not null,
      expires_at timestamptz not null
    )`.execute(db);
    await sql`create table account_mail (
      id integer generated always as identity primary key,
      student_id uuid not null references student on delete cascade,
      sent_at timestamptz not null
    )`.execute(db);
    await sql`create index account_mail_student on account_mail (student_id, sent_at)`.execute(db);
    await sql`create table server_secret (name text primary key, value bytea not null)`.execute(db);
  },
};
