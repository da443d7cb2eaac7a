import type { Database } from '../storage/database.ts';

/** Which of these files some row names. Who gives files a row of another table adds it here. */
export async function fileKeysInUse(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('document')
    .select('pdf_key as key')
    .where('pdf_key', 'in', keys)
    .union(db.selectFrom('document').select('file_key as key').where('file_key', 'in', keys))
    .union(db.selectFrom('pdf_copy').select('file_key as key').where('file_key', 'in', keys))
    .union(db.selectFrom('upload').select('file_key as key').where('file_key', 'in', keys))
    .execute();
  return new Set(rows.flatMap(({ key }) => (key === null ? [] : [key])));
}
