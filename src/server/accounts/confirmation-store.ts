import { sql, type Transaction } from 'kysely';
import {
  confirmAccount,
  selectSignupAttempt,
  selectStudentId,
} from '#server/student-tables/account-store.ts';
import type { Database } from '../storage/database.ts';
import type { ServerSecret } from '../storage/server-secret.ts';
import type { Tables } from '../storage/tables.ts';
import { codeMessage } from './account-secrets.ts';

const CODE_LIFE_MS = 10 * 60_000;
const MAX_TRIES = 5;

type Confirmation = {
  readonly username: string;
  readonly code: string;
  /** What is stored of the token that the browser was given when it signed up; undefined without one. */
  readonly signupHash?: Buffer | undefined;
  /** Runs where there is no live code: it writes as much as counting a try does, so that the time reveals nothing. */
  readonly onNoCode?: () => Promise<void>;
  readonly now: Date;
};

export interface ConfirmationStore {
  /** Makes this the one live code of the student, with all its tries. */
  putCode(studentId: string, code: string, now: Date): Promise<void>;
  /**
   * Confirms the account when the code is right, live and not yet used; false otherwise. The account gets the
   * password that this browser signed up with, else the newest: whoever holds the code shall not open the
   * account to somebody who signed up for the same address. A browser whose sign-up is no longer kept is refused
   * with the code unused. `onConfirmed` runs in the same transaction.
   */
  confirm(confirmation: Confirmation, onConfirmed: ConfirmedHook): Promise<boolean>;
}

export type ConfirmedHook = (transaction: Transaction<Tables>, studentId: string) => Promise<void>;

export function createConfirmationStore(db: Database, secret: ServerSecret): ConfirmationStore {
  return {
    async putCode(studentId, code, now) {
      const fresh = {
        code_hmac: secret.sign(codeMessage(studentId, code)),
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
      if (!tried) {
        await confirmation.onNoCode?.();
        return false;
      }
      const offered = codeMessage(tried.student_id, confirmation.code);
      if (!secret.isSigned(offered, tried.code_hmac)) return false;
      return db.transaction().execute((trx) => spendCode(trx, tried, confirmation, onConfirmed));
    },
  };
}

type Tried = { readonly student_id: string; readonly code_hmac: Buffer };

/** Counts the try in its own statement, before anything is compared: parallel guesses cannot get past it. */
function countTry(db: Database, { username, now }: Confirmation): Promise<Tried | undefined> {
  return db
    .updateTable('confirmation_code')
    .set({ attempts: sql`attempts + 1` })
    .where('student_id', '=', selectStudentId(db, username))
    .where('attempts', '<', MAX_TRIES)
    .where('expires_at', '>', now)
    .returning(['student_id', 'code_hmac'])
    .executeTakeFirst();
}

/** Whoever deletes the code has used it: of several right answers at once exactly one confirms. */
async function spendCode(
  trx: Transaction<Tables>,
  tried: Tried,
  { signupHash, now }: Confirmation,
  onConfirmed: ConfirmedHook,
): Promise<boolean> {
  const attempt = signupHash && (await selectSignupAttempt(trx, signupHash));
  if (signupHash && !attempt) return false;
  const deleted = await trx
    .deleteFrom('confirmation_code')
    .where('student_id', '=', tried.student_id)
    .where('code_hmac', '=', tried.code_hmac)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  const isOwn = attempt?.student_id === tried.student_id;
  const passwordHash = attempt && isOwn ? attempt.password_hash : undefined;
  await confirmAccount(trx, tried.student_id, { now, passwordHash });
  await onConfirmed(trx, tried.student_id);
  return true;
}
