import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Answers that wait for a visitor who has the link to them. */
export const prefillMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table prefill (
      token_hash bytea primary key,
      partner text not null,
      answers jsonb not null,
      expires_at timestamptz not null,
      claim_hash bytea,
      claimed_at timestamptz
    )`.execute(db);
    await sql`create index prefill_expires_at on prefill (expires_at)`.execute(db);
  },
};
