import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How often something was done or tried, under a keyed hash: the table names neither people nor addresses. */
export const limitsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table limit_state (
      key bytea primary key,
      tries integer not null,
      free_at timestamptz not null,
      kept_until timestamptz not null
    )`.execute(db);
    await sql`create index limit_state_kept_until on limit_state (kept_until)`.execute(db);
  },
};
