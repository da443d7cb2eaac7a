import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which mails had a reset link: one of them is always left for the owner. */
export const resetMailsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table account_mail add column is_reset boolean not null default false`.execute(db);
  },
};
