import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The PDF copy of each application: one per student, for the answers whose hash is `fingerprint`. */
export const pdfCopiesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table pdf_copy (
      student_id uuid primary key references student on delete cascade,
      fingerprint text not null,
      status text not null check (status in ('UNPROCESSED', 'IN_PROGRESS', 'COMPLETED', 'FAILED')),
      file_key text,
      message text,
      updated_at timestamptz not null
    )`.execute(db);
  },
};
