import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import type { FileStore } from './file-store.ts';

/** Minutes that all servers retain unreferenced files, unless the backup extends them. */
export const PAUSE_MINUTES = 60;

/** Prefix of rows, one per running backup. */
const NAME = 'backup-';

/**
 * Retains all files, including unreferenced ones, during a backup.
 * @param id of the backup
 * @param minutes 0 ends it immediately
 */
export async function pauseDeletion(db: Database, id: string, minutes: number): Promise<void> {
  const name = NAME + id;
  const until = sql<Date>`now() + make_interval(mins => ${minutes})`;
  await db
    .deleteFrom('server_secret')
    .where('name', 'like', `${NAME}%`)
    .where('valid_until', '<=', sql<Date>`now()`)
    .execute();
  if (minutes === 0) return void (await db.deleteFrom('server_secret').where('name', '=', name).execute());
  await db
    .insertInto('server_secret')
    .values({ name, value: Buffer.alloc(0), valid_until: until })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ valid_until: until }))
    .execute();
}

/** Removes the rows of running backups from a restored database. */
export async function endDeletionPauses(db: Database): Promise<void> {
  await db.deleteFrom('server_secret').where('name', 'like', `${NAME}%`).execute();
}

/**
 * Wraps a store to remove nothing during a backup. The server's sweep does so later. Callers commit before removing a
 * file, so a backup that begins after the check does not reference it. Except when a student is deleted: such a backup
 * reports the file as missing.
 */
export function withPausedDeletion<Files extends FileStore>(files: Files, db: Database): Files {
  return {
    ...files,
    async remove(keys: readonly string[], transaction?: Transaction) {
      if (keys.length > 0 && !(await isDeletionPaused(transaction ?? db))) await files.remove(keys);
    },
  };
}

async function isDeletionPaused(db: Database): Promise<boolean> {
  const kept = await db
    .selectFrom('server_secret')
    .select('name')
    .where('name', 'like', `${NAME}%`)
    .where('valid_until', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return kept !== undefined;
}
