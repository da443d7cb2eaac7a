import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whether the malware scanner found nothing in a document; false if none has read it. */
export const documentScansMigration: Migration = {
  async up(db) {
    await sql`alter table document add column is_scanned boolean not null default false`.execute(db);
  },
};
