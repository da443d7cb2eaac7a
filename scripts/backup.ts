import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBackupFolder } from '#server/backup/backup-folder.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { describeBackup, type Manifest } from '#server/backup/manifest.ts';
import type { Config } from '#server/settings/config.ts';
import { openStorage } from '#server/storage/database.ts';
import { KEPT_MINUTES } from '#server/storage/kept-files.ts';
import { openFilesAsKept } from '#server/storage/open-files.ts';
import { pastPooler } from '#server/storage/storage-settings.ts';
import { CommandFault } from './command/argument-fault.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation, requireConfig } from './operator/operator-command.ts';

const USAGE = `npm run backup -- --to <new folder>

Writes the database and the documents of one moment into a folder, also while servers run. DATA_KEY is not in it: keep that
elsewhere. The audit trail names you: set OPERATOR.`;

/** Writes a backup of the environment's database and files into a new folder. */
async function backUp(): Promise<string> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (!values.to) throw new CommandFault('--to is missing: the folder of the backup.');
  const to = path.resolve(values.to);
  const config = requireConfig();
  const folder = await openBackupFolder(to);
  const id = randomBytes(8).toString('hex');
  const keepFiles = async (minutes = KEPT_MINUTES): Promise<void> =>
    void (await requestOperation({ kind: 'keep-files', id, minutes }));
  // Where the server may write, whatever else it may not.
  const copyTo = path.resolve(config.dataDir, `database-copy-${id}`);
  try {
    await requestOperation({ kind: 'begin-backup', id, copyTo });
    const manifest = await withDatabase(config, copyTo, async (db) => {
      const files = await openFilesAsKept(config);
      return makeBackup({ db, files, folder, keepFiles, report: (progress) => console.error(progress) });
    }).finally(() => keepFiles(0));
    return summaryOf(manifest, to);
  } finally {
    await rm(copyTo, { recursive: true, force: true });
  }
}

type WithDatabase = Parameters<typeof makeBackup>[0]['db'];

/** Of the embedded database the copy, which this command alone has open; the server goes on with its own. */
async function withDatabase(
  config: Config,
  copyTo: string,
  work: (db: WithDatabase) => Promise<Manifest>,
): Promise<Manifest> {
  const storage = await openStorage(
    config.databaseUrl === undefined ? { dataDir: copyTo } : pastPooler(config),
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

await runCommand(USAGE, backUp);
