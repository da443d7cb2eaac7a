import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Renames `telling` to `summaryFormat` in the definitions that submitted applications answered. Its value is a text; a
 * question with this key is an object, and keeps its name.
 */
export const summaryFormatMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update definition
      set definition = regexp_replace(definition::text, '"telling":( *")', '"summaryFormat":\\1', 'g')::json
      where definition::text like '%"telling":%'`.execute(db);
  },
};
