import { sql } from 'kysely';
import type { WebStatus } from '#form/progress/web-status.ts';
import type { Database, Transaction } from '#server/database/database.ts';

export type StatusEvent = { readonly web_status: WebStatus; readonly at: Date };

/** The order of steps, in which they are taken. */
export const IN_ORDER = sql`array_position(array['started', 'validating', 'submitted'], web_status)`;

/** The steps an application has taken, in their order, which is also that of their times. */
export function selectStatusSteps(db: Database | Transaction, studentId: string): Promise<StatusEvent[]> {
  return db
    .selectFrom('web_status')
    .select(['web_status', 'at'])
    .where('student_id', '=', studentId)
    .orderBy(IN_ORDER)
    .execute();
}

/** Notes a step once; the caller holds the application's lock and knows that the step is allowed. */
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
