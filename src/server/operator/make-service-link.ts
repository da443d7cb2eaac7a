import { selectStudentId } from '#server/student-tables/account-store.ts';
import { selectSavedApplication } from '#server/student-tables/application-store.ts';
import { createServiceToken, serviceLinkName } from '../service/service-token-store.ts';
import { BY_OPERATOR } from '../audit/audit-trail.ts';
import { OperationError } from './operation-error.ts';
import type { OperationOf } from './operation-schemas.ts';
import type { OperationParts } from './operation-parts.ts';

const HOUR_MS = 3_600_000;

/**
 * Makes a link to the service view of one application.
 *
 * @throws OperationError when the address has no application
 */
export async function makeServiceLink(
  parts: OperationParts,
  { username, hours, madeFor }: Omit<OperationOf<'service-link'>, 'kind'>,
): Promise<string> {
  const student = await selectStudentId(parts.db, username).executeTakeFirst();
  const application = student && (await selectSavedApplication(parts.db, student.id));
  if (!application) throw new OperationError(`${username} has no application.`);
  const link = { studentId: student.id, purpose: 'link', lifeMs: hours * HOUR_MS } as const;
  const token = await parts.db.transaction().execute(async (db) => {
    const made = await createServiceToken({ ...parts, db }, { ...link, ...(madeFor !== '' && { madeFor }) });
    const name = serviceLinkName({ number: made.number, madeFor: madeFor || null });
    const event = { kind: 'service-view', username, client: BY_OPERATOR, result: 'ok' } as const;
    await parts.audit.record({ ...event, detail: `${name} made for ${hours} hours` }, db);
    return made.token;
  });
  return `${parts.publicOrigin()}/?service_token=${token}`;
}
