import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createAuditTrail, BY_OPERATOR } from '../audit/audit-trail.ts';
import { printFault } from '../http/error-log.ts';
import { startJobs } from '../jobs/jobs.ts';
import { type Database, openStorage, type Storage } from '../storage/database.ts';
import type { FileStore } from '../storage/file-store.ts';
import { MIGRATIONS } from '../storage/migrate.ts';
import { embeddedFolder, lockDirectory } from '../storage/pglite.ts';
import type { StorageSettings } from '../storage/storage-settings.ts';
import { BackupFault } from './backup-folder.ts';
import { type CheckedBackup, requireEmpty, restoreDatabase, restoreFiles } from './restore-backup.ts';

type Target = {
  readonly settings: StorageSettings;
  /** Which keeps what is written as it is. */
  readonly files: FileStore;
  /** Who restores, for the audit trail. */
  readonly operator: string;
  readonly clock: () => Date;
  /** Those of this server; a test passes a later release's. */
  readonly migrations?: typeof MIGRATIONS;
};

/**
 * Restores a backup to where there is nothing: the files, then the database, of which either all is there or nothing.
 *
 * @throws BackupFault when there is something already; Error with a sentence when a server runs there
 */
export async function restoreInto(backup: CheckedBackup, target: Target): Promise<void> {
  if (target.settings.databaseUrl === undefined) return restoreEmbedded(backup, target);
  return withStorage(target.settings, (storage) => restoreAll(backup, target, storage));
}

/** The database is made aside, and put into its place when it is complete. */
async function restoreEmbedded(backup: CheckedBackup, target: Target): Promise<void> {
  const { dataDir } = target.settings;
  const lock = lockDirectory(dataDir);
  const aside = join(dataDir, 'restoring');
  try {
    if (existsSync(embeddedFolder(dataDir)))
      throw new BackupFault(
        `There is a database in ${dataDir} already. A backup is restored only to where nothing is.`,
      );
    rmSync(aside, { recursive: true, force: true });
    await withStorage({ dataDir: aside }, (storage) => restoreAll(backup, target, storage));
    renameSync(embeddedFolder(aside), embeddedFolder(dataDir));
  } finally {
    rmSync(aside, { recursive: true, force: true });
    lock.release();
  }
}

async function withStorage(
  settings: StorageSettings,
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  const storage = await openStorage(settings, printFault, async () => undefined);
  try {
    await work(storage);
  } finally {
    await storage.close();
  }
}

async function restoreAll(backup: CheckedBackup, target: Target, storage: Storage): Promise<void> {
  await requireEmpty(storage.db);
  await restoreFiles(backup, target.files);
  // While the transaction has the only connection of the embedded database, the upkeep of the queue has none.
  const jobs = await startJobs(storage, () => undefined);
  try {
    const alsoWrite = (db: Database): Promise<void> => recordRestore(db, target, backup);
    await restoreDatabase(backup, { storage, jobs, alsoWrite, migrations: target.migrations ?? MIGRATIONS });
  } finally {
    await jobs.stop();
  }
}

async function recordRestore(
  db: Database,
  { clock, operator }: Target,
  { manifest }: CheckedBackup,
): Promise<void> {
  const detail = `as of ${manifest.at}`;
  await createAuditTrail(db, clock).recordFirst({
    kind: 'restore',
    username: '',
    client: BY_OPERATOR,
    result: 'ok',
    detail,
    operator,
  });
}
