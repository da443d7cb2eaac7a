import { BY_OPERATOR } from '../audit/audit-trail.ts';
import { encryptData } from './encrypt-data.ts';
import { rotateServerSecret } from '../storage/server-secret.ts';
import type { OperationOf } from './operation-schemas.ts';
import type { OperationParts } from './operation-parts.ts';

/** Adds a version of the server's secret and says from when on it signs; or re-encrypts what is stored. */
export async function rotateSecret(
  parts: Pick<OperationParts, 'db' | 'files' | 'random' | 'audit'>,
  { mode }: OperationOf<'rotate-secret'>,
  report?: (progress: string) => void,
): Promise<string> {
  const event = {
    kind: 'secret-rotated',
    username: '',
    client: BY_OPERATOR,
    result: 'ok',
    detail: mode,
  } as const;
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
