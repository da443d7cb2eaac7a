import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** By which browser and system a student knows a session again. */
export const sessionDeviceMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table session add column device text`.execute(db);
  },
};
