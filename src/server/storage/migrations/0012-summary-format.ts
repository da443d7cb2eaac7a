import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Renames `telling` to `summaryFormat` in the definitions that submitted applications answered. */
export const summaryFormat: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update definition
      set definition = replace(definition::text, '"telling":', '"summaryFormat":')::json
      where definition::text like '%"telling":%'`.execute(db);
  },
};
