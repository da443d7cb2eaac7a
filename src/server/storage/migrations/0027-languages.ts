import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** In which language a student logged in last. */
export const languagesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table student add column language text`.execute(db);
  },
};
