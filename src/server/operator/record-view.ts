import { BY_OPERATOR } from '../audit/audit-trail.ts';
import type { OperationParts } from './operation-parts.ts';

/**
 * Records that somebody looks at what belongs to students, before it is shown: without its line nothing is.
 *
 * @param username whose it is; empty where it is that of many
 */
export async function recordView(
  { audit }: Pick<OperationParts, 'audit'>,
  username: string,
  detail: string,
): Promise<void> {
  await audit.recordFirst({ kind: 'operator-view', username, client: BY_OPERATOR, result: 'ok', detail });
}
