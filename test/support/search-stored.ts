import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { Storage } from '#server/database/database.ts';

/** All rows of all tables but the form's, as text: those of the job queue and of future tables included. */
export async function dumpTables({ db }: Pick<Storage, 'db'>): Promise<readonly string[]> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_name <> 'definition'
      and table_schema not in ('pg_catalog', 'information_schema')`.execute(db);
  const rows: string[] = [];
  for (const { schema, name } of tables.rows) {
    const found = await sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.id(schema, name)} t`.execute(db);
    rows.push(...found.rows.map(({ row }) => `${name} ${row}`));
  }
  return rows;
}

/** Files below a folder that contain one of these bytes. */
export function filesWith(folder: string, ...sought: readonly (Buffer | string)[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .filter((name) => {
      const bytes = readFileSync(path.join(folder, name));
      return sought.some((each) => bytes.includes(each));
    });
}
