import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** From when on a version of the server's secret signs, and until when what it signed counts. */
export const secretVersionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table server_secret
      add column signs_from timestamptz not null default '-infinity',
      add column valid_until timestamptz not null default 'infinity'`.execute(db);
  },
};
