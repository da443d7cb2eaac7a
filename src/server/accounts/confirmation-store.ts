import { timingSafeEqual } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';
import { hashCode } from './account-secrets.ts';

export const CODE_LIFE_MS = 10 * 60_000;
const MAX_TRIES = 5;

export type Confirmation = { readonly username: string; readonly code: string; readonly now: Date };

export interface ConfirmationStore {
  /** Makes this the one live code of the student, with all its tries. */
  putCode(studentId: string, code: string, now: Date): Promise<void>;
  /**
   * Confirms the account when the code is right, live and not yet used; false otherwise. `onConfirmed` runs
   * in the same transaction.
   */
  confirm(confirmation: Confirmation, onConfirmed: ConfirmedHook): Promise<boolean>;
}

export type ConfirmedHook = (transaction: Transaction<Tables>, studentId: string) => Promise<void>;

export function createConfirmationStore(db: Database, secret: Buffer): ConfirmationStore {
  return {
    async putCode(studentId, code, now) {
      const fresh = {
        code_hmac: hashCode(secret, studentId, code),
        attempts: 0,
        expires_at: new Date(now.getTime() + CODE_LIFE_MS),
      };
      await db
        .insertInto('confirmation_code')
        .values({ student_id: studentId, ...fresh })
        .onConflict((conflict) => conflict.column('student_id').doUpdateSet(fresh))
        .execute();
    },
    async confirm(confirmation, onConfirmed) {
      const tried = await countTry(db, confirmation);
      if (!tried) return false;
      const offered = hashCode(secret, tried.student_id, confirmation.code);
      if (!timingSafeEqual(offered, tried.code_hmac)) return false;
      return db.transaction().execute((trx) => spendCode(trx, tried, confirmation.now, onConfirmed));
    },
  };
}

type Tried = { readonly student_id: string; readonly code_hmac: Buffer };

/** Counts the try in its own statement, before anything is compared: parallel guesses cannot get past it. */
function countTry(db: Database, { username, now }: Confirmation): Promise<Tried | undefined> {
  return db
    .updateTable('confirmation_code')
    .set({ attempts: sql`attempts + 1` })
    .where('student_id', '=', (query) =>
      query.selectFrom('student').select('id').where('username', '=', username),
    )
    .where('attempts', '<', MAX_TRIES)
    .where('expires_at', '>', now)
    .returning(['student_id', 'code_hmac'])
    .executeTakeFirst();
}

/** Whoever deletes the code has used it: of several right answers at once exactly one confirms. */
async function spendCode(
  trx: Transaction<Tables>,
  tried: Tried,
  now: Date,
  onConfirmed: ConfirmedHook,
): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('confirmation_code')
    .where('student_id', '=', tried.student_id)
    .where('code_hmac', '=', tried.code_hmac)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await trx.updateTable('student').set({ confirmed_at: now }).where('id', '=', tried.student_id).execute();
  await onConfirmed(trx, tried.student_id);
  return true;
}
