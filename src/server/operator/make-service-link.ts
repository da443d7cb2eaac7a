import { selectStudentId } from '#server/student-tables/account-store.ts';
import { selectSavedApplication } from '#server/student-tables/application-store.ts';
import { createServiceToken } from '../service/service-token-store.ts';
import { BY_OPERATOR } from '../audit/audit-trail.ts';
import { OperationFault } from './operation-fault.ts';
import type { OperationParts } from './operation-parts.ts';

const HOUR_MS = 3_600_000;

export type ServiceLinkRequest = {
  readonly username: string;
  /** How long the link is good for. */
  readonly hours: number;
};

/**
 * Makes a link to the service view of one application.
 *
 * @throws OperationFault when the address has no application
 */
export async function makeServiceLink(
  parts: OperationParts,
  { username, hours }: ServiceLinkRequest,
): Promise<string> {
  const student = await selectStudentId(parts.db, username).executeTakeFirst();
  const application = student && (await selectSavedApplication(parts.db, student.id));
  if (!application) throw new OperationFault(`${username} has no application.`);
  const link = { studentId: student.id, purpose: 'link', lifeMs: hours * HOUR_MS } as const;
  const token = await createServiceToken(parts, link);
  const detail = `link made for ${hours} hours`;
  await parts.audit.record({
    kind: 'service-view',
    username,
    client: BY_OPERATOR,
    result: 'ok',
    detail,
  });
  return `${parts.publicOrigin()}/?service_token=${token}`;
}
