import { constants, copyFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { errorCodeOf } from '../http/error-log.ts';
import type { Database } from './database.ts';

/** Another copy is in progress. The engine's only session makes one at a time. */
export class CopyInProgress extends Error {}

const SLOT = 'backup';
/** The control file, copied atomically. */
const CONTROL = 'global/pg_control';
const LOG = 'pg_wal';
/** Folders that PostgreSQL excludes from base backups. */
const LEFT_OUT = new Set(
  `${LOG} pg_replslot pg_stat_tmp pg_notify pg_serial pg_snapshots pg_subtrans`.split(' '),
);

/**
 * Copies the embedded database online, like PostgreSQL's base backup. The log repairs torn files.
 * @throws CopyInProgress if another copy is in progress; disk errors
 */
export async function copyEmbedded(db: Database, folder: string, copy: string): Promise<void> {
  // Retains the log from here on, despite housekeeping; the slot ends with the session.
  await sql`select pg_create_physical_replication_slot(${SLOT}, true, true)`
    .execute(db)
    .catch((error: unknown) => {
      throw errorCodeOf(error) === '42710' ? new CopyInProgress() : error;
    });
  try {
    await sql`select pg_backup_start('matricula', true)`.execute(db);
    let label = '';
    try {
      await copyTree(folder, copy, '');
    } finally {
      const { rows } = await sql<{
        label: string;
      }>`select labelfile as label from pg_backup_stop(false)`.execute(db);
      label = rows[0]?.label ?? '';
    }
    await copyTree(join(folder, LOG), join(copy, LOG), '');
    await writeFile(join(copy, 'backup_label'), label, { mode: 0o600 });
  } finally {
    await sql`select pg_drop_replication_slot(${SLOT})`.execute(db);
  }
}

async function copyTree(from: string, to: string, path: string): Promise<void> {
  await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const name = join(path, entry.name);
    if (entry.isDirectory()) {
      if (LEFT_OUT.has(name)) await mkdir(join(to, name), { mode: 0o700 });
      else await copyTree(from, to, name);
    } else if (entry.name !== 'postmaster.pid') await copyOne(join(from, name), join(to, name));
  }
}

async function copyOne(from: string, to: string): Promise<void> {
  try {
    // The engine runs in this thread, so it cannot write during a synchronous copy.
    if (from.endsWith(CONTROL)) copyFileSync(from, to);
    else await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    // A table was truncated or dropped in the meantime, as the log records.
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
}
