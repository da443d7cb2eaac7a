import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Directories of schools. The entries of an import are written in addition to those in use and become visible with
 * `lookup_source.version`, so that an import neither holds the database nor is ever half seen.
 */
export const lookupsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table lookup_source (
      category text not null,
      source text not null,
      version integer not null,
      entries integer not null,
      imported_at timestamptz not null,
      primary key (category, source)
    )`.execute(db);
    await sql`create table lookup_entry (
      category text not null,
      source text not null,
      version integer not null,
      id text not null,
      name text not null,
      aliases text not null,
      address_line_1 text not null,
      city text not null,
      state text not null,
      zip text not null,
      country text not null,
      weight smallint not null,
      primary key (category, source, version, id)
    )`.execute(db);
    await sql`create index lookup_entry_id on lookup_entry (category, id)`.execute(db);
    await sql`create table lookup_code (
      category text not null,
      id text not null,
      ceeb text not null,
      primary key (category, id)
    )`.execute(db);
  },
};
