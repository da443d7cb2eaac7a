import { sql } from 'kysely';
import { confirmAccount, selectStudentId } from '#server/student-tables/account-store.ts';
import type { Database, Transaction } from '../database/database.ts';
import { hashToken } from '../http/secret-token.ts';

export const RESET_LIFE_MS = 30 * 60_000;

type PasswordReset = {
  readonly username: string;
  readonly id: string;
  readonly passwordHash: string;
  readonly now: Date;
};

type ResetHook = (transaction: Transaction, studentId: string) => Promise<void>;

type NewResetId = {
  readonly studentId: string;
  readonly id: string;
  /** Whether this is a retry of a letter, with another ID. */
  readonly isAgain: boolean;
  readonly now: Date;
};

/** Sets the student's only live reset ID. A retried letter leaves the IDs of its earlier tries valid. */
export async function putResetId(db: Database, { studentId, id, isAgain, now }: NewResetId): Promise<void> {
  const fresh = { id_hash: hashToken(id), expires_at: new Date(now.getTime() + RESET_LIFE_MS) };
  const former = isAgain
    ? sql<Buffer[]>`array_append(password_reset.former_hashes, password_reset.id_hash)`
    : sql<Buffer[]>`'{}'`;
  await db
    .insertInto('password_reset')
    .values({ student_id: studentId, ...fresh })
    .onConflict((conflict) => conflict.column('student_id').doUpdateSet({ ...fresh, former_hashes: former }))
    .execute();
}

/** Ends a student's live reset ID. */
export async function endResetId(transaction: Transaction, studentId: string): Promise<void> {
  await transaction.deleteFrom('password_reset').where('student_id', '=', studentId).execute();
}

/**
 * Changes the password if the ID is live and matches the username. Each ID works once. Confirms an unconfirmed account,
 * because the ID was in its mailbox. `onReset` runs in the transaction.
 */
export function spendResetId(db: Database, reset: PasswordReset, onReset: ResetHook): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const spent = await trx
      .deleteFrom('password_reset')
      .where(sql<boolean>`${hashToken(reset.id)} in (select unnest(former_hashes || id_hash))`)
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
