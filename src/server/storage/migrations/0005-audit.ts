import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Who did what, when, from where, with which result. By name and not by student, because an attempt on an address
 * that has no account counts too.
 */
export const auditMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table audit (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      kind text not null,
      username text not null,
      client text not null,
      result text not null check (result in ('ok', 'refused')),
      detail text
    )`.execute(db);
    await sql`create index audit_username on audit (username, id)`.execute(db);
    await sql`create index audit_at on audit (at)`.execute(db);
  },
};
