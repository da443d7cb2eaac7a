import { sql, type Transaction } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';

export type Account = {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly confirmedAt: Date | null;
};

type NewAccount = {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string;
  /** What is stored of the token that the browser was given for this attempt. */
  readonly tokenHash: Buffer;
  readonly now: Date;
};

export interface AccountStore {
  find(username: string): Promise<Account | undefined>;
  /**
   * Creates the account, or replaces the password of one that was never confirmed; a confirmed one stays. The
   * attempt is kept beside it, the newest ten of an account are.
   */
  signUp(account: NewAccount): Promise<void>;
  /**
   * Notes a log-in and forgets sessions of this student that have ended by themselves. `onRecorded` runs in the same
   * transaction: one commit for all that a log-in writes.
   */
  recordLogin(login: Login, onRecorded: (transaction: Transaction<Tables>) => Promise<void>): Promise<void>;
}

type Login = { readonly studentId: string; readonly now: Date; readonly sessionsBefore: Date };

/** Sign-ups of one account that are remembered. */
const KEPT_ATTEMPTS = 10;

export function createAccountStore(db: Database): AccountStore {
  return {
    find(username) {
      return db
        .selectFrom('student')
        .select(['id', 'username', 'password_hash as passwordHash', 'confirmed_at as confirmedAt'])
        .where('username', '=', username)
        .executeTakeFirst();
    },
    /**
     * One statement whatever is known of the address, so that its time tells nothing. All parts of it see the
     * attempts as they were before.
     */
    async signUp({ id, username, passwordHash, tokenHash, now }) {
      await sql`with account as (
          insert into student (id, username, password_hash, created_at)
          values (${id}, ${username}, ${passwordHash}, ${now})
          on conflict (username) do update set password_hash =
            case when student.confirmed_at is null then excluded.password_hash else student.password_hash end
          returning id
        ), attempt as (
          insert into signup_attempt (token_hash, student_id, password_hash, created_at)
          select ${tokenHash}, id, ${passwordHash}, ${now} from account
        )
        delete from signup_attempt where id in (
          select old.id from signup_attempt old join account on account.id = old.student_id
          order by old.id desc offset ${KEPT_ATTEMPTS - 1}
        )`.execute(db);
    },
    recordLogin: (login, onRecorded) =>
      db.transaction().execute(async (transaction) => {
        await noteLogin(transaction, login);
        await onRecorded(transaction);
      }),
  };
}

async function noteLogin(transaction: Transaction<Tables>, { studentId, now, sessionsBefore }: Login) {
  await sql`with noted as (insert into login (student_id, at) values (${studentId}, ${now}))
    delete from session where student_id = ${studentId} and seen_at < ${sessionsBefore}`.execute(transaction);
}
