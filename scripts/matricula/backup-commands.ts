import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openBackupFolder, describeBackup, type Manifest } from '#server/backup/backup-folder.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { openBackup, restoreInto } from '#server/backup/restore-backup.ts';
import type { Config } from '#server/settings/config.ts';
import { createDataKeys } from '#server/encryption/data-keys.ts';
import { explainStartError } from '#server/start/start-errors.ts';
import { openStorage, pastPooler } from '#server/database/database.ts';
import { PAUSE_MINUTES } from '#server/files/paused-deletion.ts';
import { openStoredFiles } from '#server/files/open-files.ts';
import { keepNewFilesPrivate } from '#server/files/private-files.ts';
import { nameOperator, printProgress, requestOperation, requireConfig } from './request-operation.ts';

/** Writes a backup of the database and files to a new folder. */
export async function backUp(to: string): Promise<string> {
  const config = requireConfig();
  const folder = await openBackupFolder(to);
  const id = randomBytes(8).toString('hex');
  const pauseDeletion = async (minutes = PAUSE_MINUTES): Promise<void> =>
    void (await requestOperation({ kind: 'keep-files', id, minutes }));
  // A location that the server can surely write.
  const copyTo = path.resolve(config.dataDir, `database-copy-${id}`);
  try {
    await requestOperation({ kind: 'begin-backup', id, copyTo });
    const manifest = await withDatabase(config, copyTo, async (db) => {
      const files = await openStoredFiles(config);
      return makeBackup({ db, files, folder, pauseDeletion, report: printProgress });
    }).finally(() => pauseDeletion(0));
    return summaryOf(manifest, to);
  } finally {
    await rm(copyTo, { recursive: true, force: true });
  }
}

/** Restores a backup into the environment's empty database and file store. */
export async function restore(from: string): Promise<string> {
  keepNewFilesPrivate();
  const config = requireConfig();
  const operator = await nameOperator();
  const backup = await openBackup(from, createDataKeys(config.dataKeys)?.ids ?? []);
  const files = await openStoredFiles(config);
  const target = { settings: pastPooler(config), files, operator, clock: () => new Date() };
  await restoreInto(backup, target).catch((error: unknown) => {
    throw explainStartError(error, config);
  });
  return `Restored. ${describeBackup(backup.manifest)} Start the server.`;
}

type WithDatabase = Parameters<typeof makeBackup>[0]['db'];

/** Uses a copy of the embedded database, opened by this command only, since the backup folder can stall for minutes. */
async function withDatabase(
  config: Config,
  copyTo: string,
  work: (db: WithDatabase) => Promise<Manifest>,
): Promise<Manifest> {
  const storage = await openStorage(
    config.databaseUrl === undefined ? { dataDir: copyTo } : { ...pastPooler(config), isUnlimited: true },
  );
  try {
    return await work(storage.db);
  } finally {
    await storage.close();
  }
}

function summaryOf(manifest: Manifest, to: string): string {
  const { dataKeys, missing } = manifest;
  const lines = [
    `${describeBackup(manifest)} The folder is ${to}.`,
    'It holds all that is known of students, and the secret of the server. Keep it as safe as the database.',
    dataKeys.length > 0
      ? `DATA_KEY IS NOT IN IT. Without the key ${dataKeys.join(' and ')} nobody can read what is encrypted: keep DATA_KEY elsewhere.`
      : 'Nothing in it is encrypted, because DATA_KEY is not set.',
  ];
  if (missing.length > 0)
    lines.push(
      `${missing.length} of the files were gone before already: ${missing.slice(0, 5).join(', ')} …`,
    );
  return lines.join('\n');
}
