import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which person did what is done by command. */
export const auditOperatorMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table audit add column operator text`.execute(db);
  },
};
