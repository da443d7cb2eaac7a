import { OperationError } from '#server/http/operation-error.ts';
import { operatorEvent } from './operator-report.ts';
import { rotateServerSecret } from '../database/server-secret.ts';
import type { OperationOf } from './operation-schemas.ts';
import type { OperationServices, ReportProgress } from './operation-services.ts';
import { encryptionOf } from '../encryption/row-encryption.ts';
import { recordAllEncrypted } from '../database/data-key-rows.ts';
import { reencryptRows } from '#server/student-tables/encrypted-database.ts';

/** Rotates the server's secret, or re-encrypts stored data. Reports when a new version takes effect. */
export async function rotateSecret(
  parts: Pick<OperationServices, 'db' | 'files' | 'random' | 'audit'>,
  { mode }: OperationOf<'rotate-secret'>,
  report?: ReportProgress,
): Promise<string> {
  const event = operatorEvent('secret-rotated', { detail: mode });
  if (mode === 'data') {
    await parts.audit.recordFirst(event);
    return encryptData(parts, report);
  }
  const isLeaked = mode === 'leaked';
  const minutes = await parts.db.transaction().execute(async (transaction) => {
    await parts.audit.record(event, transaction);
    return rotateServerSecret(transaction, parts.random, isLeaked);
  });
  return isLeaked
    ? 'A new version of the secret signs from now on, on other servers within a minute. Codes and uploads under way count no more, and no device is known.'
    : `A new version of the secret signs in ${minutes} minutes. What former versions signed counts for its lifetime.`;
}

/** Encrypts all that students wrote with the first key. Can be interrupted and repeated. */
async function encryptData(
  { db, files }: Pick<OperationServices, 'db' | 'files'>,
  report?: ReportProgress,
): Promise<string> {
  const { keys } = encryptionOf(db);
  if (keys === undefined || files.renew === undefined)
    throw new OperationError('DATA_KEY is not set: there is no key to encrypt with.');
  const { application, submission, document } = await reencryptRows(db);
  report?.(`${application} applications, ${submission} submissions, ${document} documents.`);
  let renewed = 0;
  for await (const { key } of files.list()) if (await files.renew(key)) renewed += 1;
  await recordAllEncrypted(db, keys);
  return `Encrypted ${application} applications, ${submission} submissions and ${renewed} files with the first key. Its other keys are no longer needed.`;
}
