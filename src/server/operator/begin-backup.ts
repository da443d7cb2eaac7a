import { errorCodeOf } from '../http/error-log.ts';
import { copyEmbedded, CopyInProgress } from '../database/copy-embedded.ts';
import { PAUSE_MINUTES, pauseDeletion } from '../files/paused-deletion.ts';
import { embeddedFolder } from '../database/pglite.ts';
import { OperationError, type OperationServices } from './operation-services.ts';
import type { OperationOf } from './operation-schemas.ts';
import { operatorEvent } from './operator-report.ts';

/** Locks files for a backup and copies the embedded database. @throws OperationError when it cannot */
export async function beginBackup(
  { audit, db, databaseUrl, dataDir }: OperationServices,
  { id, copyTo }: OperationOf<'begin-backup'>,
): Promise<void> {
  await audit.recordFirst(operatorEvent('backup'));
  await pauseDeletion(db, id, PAUSE_MINUTES);
  if (databaseUrl !== undefined) return;
  try {
    await copyEmbedded(db, embeddedFolder(dataDir), embeddedFolder(copyTo));
  } catch (error) {
    await pauseDeletion(db, id, 0);
    if (error instanceof CopyInProgress)
      throw new OperationError(
        'Another backup is being made. Wait for its end, then run this command again.',
      );
    if (!(error instanceof Error && 'path' in error)) throw error;
    throw new OperationError(
      `The database cannot be copied to ${copyTo} (${errorCodeOf(error)}). It needs as much space there as it has itself.`,
    );
  }
}
