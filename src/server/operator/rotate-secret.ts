import { BY_OPERATOR } from '../audit/audit-trail.ts';
import { rotateServerSecret } from '../storage/server-secret.ts';
import type { OperationParts } from './operation-parts.ts';

/** `leaked`: somebody else may know the secret, so that nothing counts any more that it signed. */
export type RotateOperation = { readonly kind: 'rotate-secret'; readonly mode: 'rotate' | 'leaked' };

/** Adds a version of the server's secret, and says from when on it signs. */
export async function rotateSecret(
  { db, random, audit }: Pick<OperationParts, 'db' | 'random' | 'audit'>,
  { mode }: RotateOperation,
): Promise<string> {
  const isLeaked = mode === 'leaked';
  const minutes = await rotateServerSecret(db, random, isLeaked);
  await audit.record({
    kind: 'secret-rotated',
    username: '',
    client: BY_OPERATOR,
    result: 'ok',
    detail: mode,
  });
  return isLeaked
    ? 'A new version of the secret signs from now on, on other servers within a minute. Codes and uploads under way count no more, and no device is known.'
    : `A new version of the secret signs in ${minutes} minutes. What former versions signed counts for its lifetime.`;
}
