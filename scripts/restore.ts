import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeBackup } from '#server/backup/manifest.ts';
import { openBackup } from '#server/backup/restore-backup.ts';
import { restoreInto } from '#server/backup/restore-into.ts';
import { createDataKeys } from '#server/encryption/data-keys.ts';
import { explainStartFault } from '#server/start/start-errors.ts';
import { openFilesAsKept } from '#server/storage/open-files.ts';
import { keepNewFilesPrivate } from '#server/storage/private-folder.ts';
import { pastPooler } from '#server/storage/storage-settings.ts';
import { CommandFault } from './command/argument-fault.ts';
import { runCommand } from './command/run-command.ts';
import { requireConfig } from './operator/operator-command.ts';
import { nameOperator } from './operator/operator-name.ts';

const USAGE = `npm run restore -- --from <folder of a backup>

Checks a backup and writes it to where DATA_DIR, DATABASE_URL and STORAGE_URL say, where there must be nothing yet. No server
may run there. DATA_KEY must be set as it was. The audit trail names you: set OPERATOR.`;

/** Restores a backup into the empty database and file store of the environment. */
async function restore(): Promise<string> {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  if (!values.from) throw new CommandFault('--from is missing: the folder of a backup.');
  keepNewFilesPrivate();
  const config = requireConfig();
  const operator = await nameOperator();
  const backup = await openBackup(path.resolve(values.from), createDataKeys(config.dataKeys)?.ids ?? []);
  const files = await openFilesAsKept(config);
  const target = { settings: pastPooler(config), files, operator, clock: () => new Date() };
  await restoreInto(backup, target).catch((error: unknown) => {
    throw explainStartFault(error, config);
  });
  return `Restored. ${describeBackup(backup.manifest)} Start the server.`;
}

await runCommand(USAGE, restore);
