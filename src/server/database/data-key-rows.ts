import type { DataKeys } from '../encryption/data-keys.ts';
import type { Database } from './database.ts';

/** Prefix of rows, one for each key that data can be encrypted with. */
const NAME = 'data-key-';

/** Value of a row: whether all earlier data is encrypted with its key. */
const [NOT_YET, ALL] = [Buffer.alloc(1), Buffer.from('all')];

/**
 * Checks that all data can be decrypted, and records the encrypting key.
 * @param isEmpty whether nothing was stored before
 * @returns whether everything is encrypted with that key
 * @throws Error with one sentence if DATA_KEY lacks a key
 */
export async function checkDataKeys(
  db: Database,
  keys: DataKeys | undefined,
  isEmpty: () => Promise<boolean>,
): Promise<boolean> {
  const rows = await selectKeyRows(db);
  const lacking = rows.map(idIn).find((id) => !keys?.ids.includes(id));
  if (lacking !== undefined) throw new Error(sentenceOf(lacking, keys));
  if (keys === undefined) return true;
  const own = rows.find(({ name }) => name === rowOf(keys));
  if (own) return own.value.equals(ALL);
  const isDone = rows.length === 0 && (await isEmpty());
  await db
    .insertInto('server_secret')
    .values({ name: rowOf(keys), value: isDone ? ALL : NOT_YET })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return isDone;
}

/** Records that everything is encrypted with the first key. Others are no longer needed. */
export async function recordAllEncrypted(db: Database, keys: DataKeys): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('server_secret')
      .set({ value: ALL })
      .where('name', '=', rowOf(keys))
      .execute();
    await transaction
      .deleteFrom('server_secret')
      .where('name', 'like', `${NAME}%`)
      .where('name', '!=', rowOf(keys))
      .execute();
  });
}

/** Returns the IDs of keys with which data can be encrypted. */
export async function selectKeyIds(db: Database): Promise<readonly string[]> {
  return (await selectKeyRows(db)).map(idIn);
}

function selectKeyRows(db: Database) {
  return db.selectFrom('server_secret').select(['name', 'value']).where('name', 'like', `${NAME}%`).execute();
}

function idIn({ name }: { readonly name: string }): string {
  return name.slice(NAME.length);
}

function rowOf({ ids }: DataKeys): string {
  return `${NAME}${ids[0] ?? ''}`;
}

function sentenceOf(lacking: string, keys: DataKeys | undefined): string {
  return keys === undefined
    ? 'DATA_KEY is missing: something in the database is encrypted with it. Set it as it was.'
    : `DATA_KEY lacks the key ${lacking}, with which something in the database is encrypted. Add it behind the others.`;
}
