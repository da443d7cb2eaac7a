import { OPERATOR } from '../audit/audit-trail.ts';
import { selectStudentId } from '../records/account-store.ts';
import { endSessionsOf } from '../sessions/session-store.ts';
import type { OperationParts } from './operation-parts.ts';

/** Ends every session of an address at once. @returns how many there were */
export function endSessions({ db, audit }: OperationParts, username: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const student = await selectStudentId(trx, username).executeTakeFirst();
    const ended = student ? await endSessionsOf(trx, student.id) : 0;
    const detail = `${ended} by the operator`;
    await audit.record({ kind: 'session-ended', username, client: OPERATOR, result: 'ok', detail }, trx);
    return ended;
  });
}
