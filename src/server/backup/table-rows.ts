import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { batchesOf } from '#server/http/batches.ts';

export type TableColumns = { readonly name: string; readonly columns: readonly string[] };

/** Values of a row as the database's text, in column order. */
export type TextRow = readonly (string | null)[];

/** Rows per batch. */
const BATCH = 100;

/** Returns the application's tables, each after those it references. */
export async function readTables(db: Database): Promise<readonly TableColumns[]> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname not like 'kysely\\_%'
    group by c.relname order by c.relname`.execute(db);
  const parents = await readParents(db);
  const placed: TableColumns[] = [];
  const place = (table: TableColumns): void => {
    if (placed.includes(table)) return;
    for (const parent of rows)
      if (parent !== table && parents.get(table.name)?.has(parent.name)) place(parent);
    placed.push(table);
  };
  rows.forEach(place);
  return placed;
}

/** Returns table → tables that it references. */
async function readParents(db: Database): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ child: string; parents: string[] }>`
    select c.relname as child, array_agg(p.relname::text) as parents
    from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid
    where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace
    group by c.relname`.execute(db);
  return new Map(rows.map(({ child, parents }) => [child, new Set(parents)]));
}

/** Yields all rows of a table, in the transaction of `db`. */
export async function* readRows(db: Database, { name, columns }: TableColumns): AsyncGenerator<TextRow> {
  const values = columns.map((column, at) => sql`${sql.ref(column)}::text as ${sql.ref(`c${at}`)}`);
  await sql`declare each_row no scroll cursor for select ${sql.join(values)} from ${sql.table(name)}`.execute(
    db,
  );
  for (;;) {
    const { rows } = await sql<Record<string, string | null>>`fetch ${sql.lit(BATCH)} from each_row`.execute(
      db,
    );
    for (const row of rows) yield columns.map((_column, at) => row[`c${at}`] ?? null);
    if (rows.length < BATCH) break;
  }
  await sql`close each_row`.execute(db);
}

/** Inserts rows into a table with these columns. */
export async function writeRows(
  db: Database,
  { name, columns }: TableColumns,
  rows: AsyncIterable<TextRow>,
): Promise<void> {
  const types = await readTypes(db, name);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(
    columns.map((column, at) => {
      const type = types.get(column);
      if (type === undefined) throw new Error(`The table ${name} has no column ${column}.`);
      return sql`${sql.ref(`c${at}`)}::${sql.raw(type)}`;
    }),
  );
  const aliases = sql.join(columns.map((_column, at) => sql.ref(`c${at}`)));
  for await (const batch of batchesOf(rows, BATCH)) {
    const lists = sql.join(columns.map((_column, at) => sql`${batch.map((row) => row[at] ?? null)}::text[]`));
    await sql`insert into ${sql.table(name)} (${names}) overriding system value
      select ${values} from unnest(${lists}) as row (${aliases})`.execute(db);
  }
}

/** Returns column → SQL type. */
async function readTypes(db: Database, table: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`.execute(db);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** Last value of a sequence. */
export type SequenceValue = { readonly name: string; readonly last: string };

export async function readSequences(db: Database): Promise<readonly SequenceValue[]> {
  const { rows } = await sql<SequenceValue>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(db);
  return rows;
}

export async function writeSequences(db: Database, sequences: readonly SequenceValue[]): Promise<void> {
  for (const { name, last } of sequences)
    await sql`select setval(format('%I', ${name}::text)::regclass, ${last}::bigint)`.execute(db);
}
