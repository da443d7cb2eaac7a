import type { OnFault } from '../http/error-log.ts';
import type { Database } from './database.ts';
import type { OpenedFiles } from './open-files.ts';

const ROW = 'file-store';

/**
 * Compares where this server keeps files with what the one that started before it on this database recorded, and records
 * its own.
 *
 * @returns a sentence for the log where it is not the same place; it is said once after a move
 */
export async function findOtherFiles(
  db: Database,
  files: Pick<OpenedFiles, 'place'>,
  onFault: OnFault,
): Promise<string | undefined> {
  try {
    const value = Buffer.from(await files.place());
    const row = { name: ROW, value };
    await db
      .insertInto('server_secret')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const recorded = await db
      .selectFrom('server_secret')
      .select('value')
      .where('name', '=', ROW)
      .executeTakeFirst();
    if (recorded?.value.equals(value)) return undefined;
    await db.updateTable('server_secret').set({ value }).where('name', '=', ROW).execute();
    return 'The server that started before this one on the same database keeps documents in another place: what is sent to one of them, the other does not find. Give all of them the same STORAGE_URL.';
  } catch (error) {
    // What cannot be compared now may be the disk or the bucket, which those who send documents are asked to wait for.
    onFault('the place of documents', error);
    return undefined;
  }
}

/** Forgets where files were kept, in a database that came out of a backup: they are elsewhere now. */
export async function forgetPlace(db: Database): Promise<void> {
  await db.deleteFrom('server_secret').where('name', '=', ROW).execute();
}
