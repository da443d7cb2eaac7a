import { sql } from 'kysely';
import type { WebStatus } from '#form/progress/web-status.ts';
import type { Database, Transaction } from '#server/database/database.ts';

export type StatusEvent = { readonly web_status: WebStatus; readonly at: Date };

/** Sorts steps in the order in which they are taken. */
export const IN_ORDER = sql`array_position(array['started', 'validating', 'submitted'], web_status)`;

/** Returns an application's steps in order, which is also chronological. */
export function selectStatusSteps(db: Database | Transaction, studentId: string): Promise<StatusEvent[]> {
  return db
    .selectFrom('web_status')
    .select(['web_status', 'at'])
    .where('student_id', '=', studentId)
    .orderBy(IN_ORDER)
    .execute();
}

/** Records a step once. The caller has locked the application and checked that the step is allowed. */
export async function insertStatusStep(
  transaction: Transaction,
  studentId: string,
  status: WebStatus,
  at: Date,
): Promise<void> {
  await transaction
    .insertInto('web_status')
    .values({ student_id: studentId, web_status: status, at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
