import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One application per student, its status events, and what was submitted with the definition it answered. */
export const applicationsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table application (
      student_id uuid primary key references student on delete cascade,
      answers jsonb not null default '{}',
      versions jsonb not null default '{}',
      version integer not null default 0,
      last_page text,
      tabs jsonb not null default '{}',
      counts jsonb not null default '{}',
      validations jsonb not null default '{}',
      submitted_at timestamptz
    ) with (fillfactor = 50)`.execute(db);
    await sql`create table web_status (
      student_id uuid not null references student on delete cascade,
      web_status text not null check (web_status in ('started', 'validating', 'submitted')),
      at timestamptz not null,
      primary key (student_id, web_status)
    )`.execute(db);
    await sql`create table definition (
      hash text primary key,
      definition json not null,
      stored_at timestamptz not null
    )`.execute(db);
    await sql`create table submission (
      student_id uuid primary key references student on delete cascade,
      receipt text not null unique,
      submitted_at timestamptz not null,
      definition_hash text not null references definition,
      answers jsonb not null,
      tabs jsonb not null,
      counts jsonb not null
    )`.execute(db);
  },
};
