import { sql } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import type { FileStore } from './file-store.ts';

/** So long all servers keep files that no row names any more, unless the backup asks for longer. */
export const PAUSE_MINUTES = 60;

/** A row each for the backups that are being made. */
const NAME = 'backup-';

/**
 * Keeps all files, also unnamed ones, while a backup copies them.
 * @param id of the backup
 * @param minutes 0 ends it at once
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

/** Removes the rows of backups that are being made, from a database that came out of one. */
export async function endDeletionPauses(db: Database): Promise<void> {
  await db.deleteFrom('server_secret').where('name', 'like', `${NAME}%`).execute();
}

/**
 * A store that removes nothing while a backup is made; the sweep of the server does so later. Anyone who removes a
 * file has committed before that no row names it: a backup that begins after this has looked does not name it either.
 * Except when a student is deleted: such a backup reports the file as missing.
 */
export function withPausedDeletion<Files extends FileStore>(files: Files, db: Database): Files {
  return {
    ...files,
    async remove(keys: readonly string[], transaction?: Transaction) {
      if (keys.length > 0 && !(await isKept(transaction ?? db))) await files.remove(keys);
    },
  };
}

async function isKept(db: Database): Promise<boolean> {
  const kept = await db
    .selectFrom('server_secret')
    .select('name')
    .where('name', 'like', `${NAME}%`)
    .where('valid_until', '>', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return kept !== undefined;
}
