import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The PDF copies that are on their way are counted whenever somebody waits for one. */
export const pdfQueueMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index pdf_copy_on_its_way on pdf_copy (status, updated_at)
      where status in ('UNPROCESSED', 'IN_PROGRESS')`.execute(db);
  },
};
