import { sql } from 'kysely';
import {
  type Place,
  RowEncryption,
  encryptionOf,
  withEncryption,
} from '#server/encryption/row-encryption.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { createDataKeys } from '#server/encryption/data-keys.ts';
import { checkDataKeys } from '#server/database/data-key-rows.ts';
import { hasApplications } from './application-store.ts';

/** Rows locked per batch. */
const LOCKED_AT_ONCE = 100;

type EncryptedTable = {
  readonly table: 'application' | 'submission' | 'prefill' | 'document';
  readonly id: string;
  readonly columns: readonly string[];
};

/** All encrypted columns: those whose values are read and written by the server alone. */
const ENCRYPTED: readonly EncryptedTable[] = [
  {
    table: 'application',
    id: 'student_id',
    columns: ['answers', 'versions', 'tabs', 'counts', 'validations', 'look_at'],
  },
  { table: 'submission', id: 'student_id', columns: ['answers', 'tabs', 'counts'] },
  { table: 'prefill', id: 'token_hash', columns: ['answers'] },
  { table: 'document', id: 'file_key', columns: ['file_name', 'thumbnail'] },
];

/** Re-encrypts every row with the newest key, while students work. @returns the number of changed rows by table */
export async function reencryptRows(
  db: Database,
): Promise<Readonly<Record<EncryptedTable['table'], number>>> {
  const counts = { application: 0, submission: 0, prefill: 0, document: 0 };
  for (const encrypted of ENCRYPTED) {
    let last: RowId | undefined;
    do {
      const batch = await db.transaction().execute((trx) => reencryptBatch(trx, encrypted, last));
      counts[encrypted.table] += batch.changed;
      last = batch.last;
    } while (last !== undefined);
  }
  return counts;
}

/** Returns the encrypted columns of a student's row, encrypted for another ID. */
export async function resealedColumns(
  trx: Transaction,
  table: 'application' | 'submission',
  from: string,
  to: string,
): Promise<Readonly<Record<string, string>>> {
  const { columns = [] } = ENCRYPTED.find((each) => each.table === table) ?? {};
  const { rows } = await sql<Readonly<Record<string, object>>>`
    select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
    where student_id = ${from}`.execute(trx);
  const encryption = encryptionOf(trx);
  const sealed = Object.entries(rows[0] ?? {}).map(([name, stored]) => {
    const value = encryption.open(`${table}.${name}:${from}`, stored);
    return [name, encryption.seal(`${table}.${name}:${to}`, value)] as const;
  });
  return Object.fromEntries(sealed);
}

type RowId = string | Buffer;
type EncryptedRow = { readonly id: RowId } & Readonly<Record<string, RowId | object | null>>;

async function reencryptBatch(
  trx: Transaction,
  { table, id, columns }: EncryptedTable,
  last: RowId | undefined,
) {
  const { rows } = await sql<EncryptedRow>`
    select ${sql.ref(id)} as id, ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)}
    where ${last === undefined ? sql`true` : sql`${sql.ref(id)} > ${last}`}
    order by ${sql.ref(id)} limit ${sql.lit(LOCKED_AT_ONCE)} for update`.execute(trx);
  let changed = 0;
  for (const row of rows) {
    const name = typeof row.id === 'string' ? row.id : row.id.toString('hex');
    const renewed = columns.flatMap((column) => {
      const place: Place = `${table}.${column}:${name}`;
      const value = row[column] ? encryptionOf(trx).reencrypted(place, row[column]) : undefined;
      return value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`];
    });
    if (renewed.length === 0) continue;
    await sql`update ${sql.table(table)} set ${sql.join(renewed)} where ${sql.ref(id)} = ${row.id}`.execute(
      trx,
    );
    changed += 1;
  }
  return { changed, last: rows[LOCKED_AT_ONCE - 1]?.id };
}

/** Attaches the encryption with DATA_KEY. @throws Error if it lacks a key */
export async function openEncryptedDatabase(
  db: Database,
  { dataKeys }: { readonly dataKeys: readonly Buffer[] },
) {
  const keys = createDataKeys(dataKeys);
  // False while rows exist from before this key, or before whole columns were encrypted.
  const isAllEncrypted = await checkDataKeys(db, keys, async () => !(await hasApplications(db)));
  return { db: withEncryption(db, new RowEncryption(keys)), isAllEncrypted };
}
