import { BY_OPERATOR } from '#server/audit/audit-trail.ts';
import { errorCodeOf } from '../http/error-log.ts';
import { copyEmbedded, CopyUnderWay } from '../storage/copy-embedded.ts';
import { KEPT_MINUTES, keepFiles } from '../storage/kept-files.ts';
import { embeddedFolder } from '../storage/pglite.ts';
import { OperationFault } from './operation-fault.ts';
import type { OperationParts } from './operation-parts.ts';

export type BackupOperation =
  | {
      readonly kind: 'begin-backup';
      /** Chosen for this backup. */
      readonly id: string;
      /** Where a data directory with a copy of the embedded database is made: an absolute path on this machine. */
      readonly copyTo: string;
    }
  | {
      readonly kind: 'keep-files';
      readonly id: string;
      /** For how long from now; 0 ends it. */
      readonly minutes: number;
    };

type BackupStep<Kind> = Extract<BackupOperation, { readonly kind: Kind }>;

/**
 * Has files kept for a backup, and copies the embedded database, which no other process may open.
 *
 * @throws OperationFault when the copy cannot be written, or another is being made
 */
export async function beginBackup(
  { audit, db, databaseUrl, dataDir }: OperationParts,
  { id, copyTo }: BackupStep<'begin-backup'>,
): Promise<string> {
  await audit.recordFirst({ kind: 'backup', username: '', client: BY_OPERATOR, result: 'ok' });
  await keepFiles(db, id, KEPT_MINUTES);
  if (databaseUrl !== undefined) return '';
  try {
    await copyEmbedded(db, embeddedFolder(dataDir), embeddedFolder(copyTo));
  } catch (error) {
    await keepFiles(db, id, 0);
    throw faultOf(error, copyTo);
  }
  return '';
}

export async function keepFilesOf(
  { db }: OperationParts,
  { id, minutes }: BackupStep<'keep-files'>,
): Promise<string> {
  await keepFiles(db, id, minutes);
  return '';
}

function faultOf(error: unknown, folder: string): unknown {
  if (error instanceof CopyUnderWay)
    return new OperationFault('Another backup is being made. Wait for its end, then run this command again.');
  if (!(error instanceof Error && 'path' in error)) return error;
  return new OperationFault(
    `The database cannot be copied to ${folder} (${errorCodeOf(error)}). It needs as much space there as it has itself.`,
  );
}
