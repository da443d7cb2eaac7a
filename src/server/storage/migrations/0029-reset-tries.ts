import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A reset link that is sent again leaves the one before as it is. */
export const resetTriesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table password_reset add column former_hashes bytea[] not null default '{}'`.execute(db);
  },
};
