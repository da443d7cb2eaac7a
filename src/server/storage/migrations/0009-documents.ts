import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Documents of students, one for each file question, and the permissions to send a file that were given and not
 * used for a document yet. The bytes are in the file store; each of its files is named by one row.
 */
export const documentsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table document (
      student_id uuid not null references student on delete cascade,
      answer_key text not null,
      file_key text not null unique,
      file_name text not null,
      file_size integer not null,
      status text not null
        check (status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'NOT_ANSWERED')),
      message text not null default '',
      pages integer,
      pdf_key text unique,
      thumbnail bytea,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (student_id, answer_key)
    )`.execute(db);
    await sql`create index document_unfinished on document (updated_at)
      where status in ('UNPROCESSED', 'IN_PROGRESS')`.execute(db);
    await sql`create table upload (
      file_key text primary key,
      student_id uuid not null references student on delete cascade,
      answer_key text not null,
      expires_at timestamptz not null,
      received_at timestamptz
    )`.execute(db);
    await sql`create index upload_student on upload (student_id)`.execute(db);
    await sql`create index upload_expires_at on upload (expires_at)`.execute(db);
  },
};
