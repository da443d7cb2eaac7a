import { OPERATOR } from '../audit/audit-trail.ts';
import type { OperationParts } from './operation-parts.ts';

export type OpenSession = { readonly username: string; readonly since: string; readonly lastSeen: string };

/** Sessions as they stand in the database, without their tokens; of one address or of everybody. */
export async function listSessions({ db }: OperationParts, username?: string): Promise<OpenSession[]> {
  const sessions = await db
    .selectFrom('session')
    .innerJoin('student', 'student.id', 'session.student_id')
    .select(['student.username', 'session.created_at', 'session.seen_at'])
    .$if(username !== undefined, (query) => query.where('student.username', '=', username ?? ''))
    .orderBy('session.seen_at', 'desc')
    .execute();
  return sessions.map(({ username: of, created_at, seen_at }) => ({
    username: of,
    since: created_at.toISOString(),
    lastSeen: seen_at.toISOString(),
  }));
}

/** Ends every session of an address at once, and tells how many there were. */
export function endSessions({ db, audit }: OperationParts, username: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('session')
      .where('student_id', 'in', trx.selectFrom('student').select('id').where('username', '=', username))
      .executeTakeFirst();
    const ended = Number(numDeletedRows);
    const detail = `${ended} by the operator`;
    await audit.record({ kind: 'session-ended', username, client: OPERATOR, result: 'ok', detail }, trx);
    return ended;
  });
}
