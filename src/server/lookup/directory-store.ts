import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { longTransaction, type Database } from '../database/database.ts';
import type { DirectoryEntry } from './directory-entry.ts';

type StoredRecord = Pick<DirectoryEntry, 'name' | 'address_line_1' | 'city' | 'state' | 'zip' | 'country'> & {
  readonly ceeb: string | null;
};

/** Identifies the entries of one import. */
export type ImportKey = {
  readonly category: string;
  readonly source: string;
  readonly version: number;
};

export type DirectoryStore = ReturnType<typeof createDirectoryStore>;

const PAGE = 1000;

/** Stores directories; a category can have several, e.g. public and private schools. */
export function createDirectoryStore(db: Database) {
  return {
    async listSources(category?: string) {
      const query = db.selectFrom('lookup_source').selectAll().orderBy('category').orderBy('source');
      const rows = await (category ? query.where('category', '=', category) : query).execute();
      return rows.map(({ imported_at: importedAt, ...row }) => ({ ...row, importedAt }));
    },
    /** Yields the entries in use, in pages, so that other calls can use the database in between. */
    entries: (category: string) => entryPages(db, category),
    find: (category: string, id: string) => findRecord(db, category, id),
    /** Returns an unused version of the source, and deletes leftovers of an interrupted import. */
    async beginImport(category: string, source: string): Promise<ImportKey> {
      const row = await db
        .selectFrom('lookup_source')
        .select('version')
        .where('category', '=', category)
        .where('source', '=', source)
        .executeTakeFirst();
      const version = row?.version ?? 0;
      await removeRows(db, sql`category = ${category} and source = ${source} and version != ${version}::int`);
      return { category, source, version: version + 1 };
    },
    async addEntries({ category, source, version }: ImportKey, entries: readonly DirectoryEntry[]) {
      await sql`insert into lookup_entry
        select ${category}, ${source}, ${version}::int, id, name, aliases, address_line_1, city, state, zip, country, weight
        from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry (
          id text, name text, aliases text, address_line_1 text, city text, state text, zip text, country text, weight smallint
        )`.execute(db);
    },
    /**
     * Publishes an import atomically, replacing the earlier one and the same schools in other sources; `removeReplaced`
     * deletes those.
     */
    publish: (key: ImportKey, now: Date) => publishEntries(db, key, now),
    /** On failure, the next import of this source deletes the rest. */
    async removeReplaced({ category, source, version }: ImportKey): Promise<void> {
      await removeRows(db, sql`category = ${category} and source = ${source} and version != ${version}::int`);
    },
    /** Replaces all codes of a category in one transaction. */
    async replaceCodes(category: string, codes: ReadonlyMap<string, string>): Promise<void> {
      const rows = JSON.stringify(Array.from(codes, ([id, ceeb]) => ({ id, ceeb })));
      await longTransaction(db, async (transaction) => {
        await transaction.deleteFrom('lookup_code').where('category', '=', category).execute();
        await sql`insert into lookup_code
          select ${category}, id, ceeb from jsonb_to_recordset(${rows}::jsonb) as code (id text, ceeb text)`.execute(
          transaction,
        );
      });
    },
  };
}

async function* entryPages(db: Database, category: string): AsyncGenerator<readonly DirectoryEntry[]> {
  const sources = await db.selectFrom('lookup_source').selectAll().where('category', '=', category).execute();
  for (const { source, version } of sources) {
    let last: string | undefined = '';
    while (last !== undefined) {
      const rows: readonly DirectoryEntry[] = await pageAfter(db, { category, source, version }, last);
      if (rows.length > 0) yield rows;
      last = rows.length < PAGE ? undefined : rows.at(-1)?.id;
    }
  }
}

/** Uses the order of the primary key, so that no page sorts the whole directory. */
async function pageAfter(db: Database, key: ImportKey, last: string): Promise<readonly DirectoryEntry[]> {
  const { rows } =
    await sql<DirectoryEntry>`select id, name, aliases, address_line_1, city, state, zip, country, weight
    from lookup_entry
    where category = ${key.category} and source = ${key.source} and version = ${key.version}::int and id > ${last}
    order by category, source, version, id limit ${PAGE}`.execute(db);
  return rows;
}

async function findRecord(db: Database, category: string, id: string): Promise<StoredRecord | undefined> {
  const { rows } = await sql<StoredRecord>`select name, ceeb, address_line_1, city, state, zip, country
    from lookup_entry entry join lookup_source source using (category, source, version)
    left join lookup_code using (category, id)
    where entry.category = ${category} and entry.id = ${id} limit 1`.execute(db);
  return rows[0];
}

async function publishEntries(
  db: Database,
  { category, source, version }: ImportKey,
  now: Date,
): Promise<void> {
  await longTransaction(db, async (transaction) => {
    await sql`delete from lookup_entry other using lookup_entry own
      where own.category = ${category} and own.source = ${source} and own.version = ${version}
        and other.category = own.category and other.id = own.id and other.source != own.source`.execute(
      transaction,
    );
    await sql`insert into lookup_source (category, source, version, entries, imported_at)
      select ${category}, ${source}, ${version}, count(*), ${now} from lookup_entry
      where category = ${category} and source = ${source} and version = ${version}
      on conflict (category, source)
        do update set version = excluded.version, entries = excluded.entries, imported_at = excluded.imported_at
    `.execute(transaction);
  });
}

/** Deletes in batches, so that the embedded database can do other work, and no statement takes long. */
async function removeRows(db: Database, which: ReturnType<typeof sql>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from lookup_entry
      where ctid = any(array(select ctid from lookup_entry where ${which} limit ${PAGE}))`.execute(db);
    if (numAffectedRows < PAGE) return;
    await setImmediate();
  }
}
