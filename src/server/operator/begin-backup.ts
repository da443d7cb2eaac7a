import { BY_OPERATOR } from '#server/audit/audit-trail.ts';
import { errorCodeOf } from '../http/error-log.ts';
import { copyEmbedded, CopyInProgress } from '../database/copy-embedded.ts';
import { PAUSE_MINUTES, pauseDeletion } from '../files/paused-deletion.ts';
import { embeddedFolder } from '../database/pglite.ts';
import { OperationError, type OperationServices } from './operation-services.ts';
import type { OperationOf } from './operation-schemas.ts';

/**
 * Has files kept for a backup, and copies the embedded database, which no other process may open.
 *
 * @throws OperationError when the copy cannot be written, or another is being made
 */
export async function beginBackup(
  { audit, db, databaseUrl, dataDir }: OperationServices,
  { id, copyTo }: OperationOf<'begin-backup'>,
): Promise<string> {
  await audit.recordFirst({ kind: 'backup', username: '', client: BY_OPERATOR, result: 'ok' });
  await pauseDeletion(db, id, PAUSE_MINUTES);
  if (databaseUrl !== undefined) return '';
  try {
    await copyEmbedded(db, embeddedFolder(dataDir), embeddedFolder(copyTo));
  } catch (error) {
    await pauseDeletion(db, id, 0);
    throw faultOf(error, copyTo);
  }
  return '';
}

export async function lockFiles(
  { db }: OperationServices,
  { id, minutes }: OperationOf<'keep-files'>,
): Promise<string> {
  await pauseDeletion(db, id, minutes);
  return '';
}

function faultOf(error: unknown, folder: string): unknown {
  if (error instanceof CopyInProgress)
    return new OperationError('Another backup is being made. Wait for its end, then run this command again.');
  if (!(error instanceof Error && 'path' in error)) return error;
  return new OperationError(
    `The database cannot be copied to ${folder} (${errorCodeOf(error)}). It needs as much space there as it has itself.`,
  );
}
