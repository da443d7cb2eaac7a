import type { Transaction } from 'kysely';
import { confirmAccount, selectStudentId } from '#server/student-tables/account-store.ts';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { hashToken } from '../token.ts';

export const RESET_LIFE_MS = 30 * 60_000;

type PasswordReset = {
  readonly username: string;
  readonly id: string;
  readonly passwordHash: string;
  readonly now: Date;
};

type ResetHook = (transaction: Transaction<Tables>, studentId: string) => Promise<void>;

/** Makes this the one live reset id of the student. */
export async function putResetId(db: Database, studentId: string, id: string, now: Date): Promise<void> {
  const fresh = { id_hash: hashToken(id), expires_at: new Date(now.getTime() + RESET_LIFE_MS) };
  await db
    .insertInto('password_reset')
    .values({ student_id: studentId, ...fresh })
    .onConflict((conflict) => conflict.column('student_id').doUpdateSet(fresh))
    .execute();
}

/** Ends the live reset id of a student. */
export async function endResetId(transaction: Transaction<Tables>, studentId: string): Promise<void> {
  await transaction.deleteFrom('password_reset').where('student_id', '=', studentId).execute();
}

/**
 * Changes the password when the id is live and belongs to this username; an id is good for one change, and one that is
 * offered for another name stays good. An account that waits for its code is confirmed: the id was in its mailbox.
 * `onReset` runs in the same transaction.
 */
export function spendResetId(db: Database, reset: PasswordReset, onReset: ResetHook): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const spent = await trx
      .deleteFrom('password_reset')
      .where('id_hash', '=', hashToken(reset.id))
      .where('expires_at', '>', reset.now)
      .where('student_id', '=', selectStudentId(trx, reset.username))
      .returning('student_id')
      .executeTakeFirst();
    if (!spent) return false;
    await confirmAccount(trx, spent.student_id, reset);
    await onReset(trx, spent.student_id);
    return true;
  });
}
