import type { Database } from '../storage/database.ts';

export type Account = {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly confirmedAt: Date | null;
};

export type NewAccount = {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly now: Date;
};

export interface AccountStore {
  find(username: string): Promise<Account | undefined>;
  /** Creates the account, or replaces the password of one that was never confirmed. A confirmed one stays. */
  signUp(account: NewAccount): Promise<void>;
  /** Notes a log-in and forgets sessions of this student that have ended by themselves. */
  recordLogin(studentId: string, now: Date, sessionsBefore: Date): Promise<void>;
}

export function createAccountStore(db: Database): AccountStore {
  return {
    find(username) {
      return db
        .selectFrom('student')
        .select(['id', 'username', 'password_hash as passwordHash', 'confirmed_at as confirmedAt'])
        .where('username', '=', username)
        .executeTakeFirst();
    },
    /** One statement whatever is known of the address, so that its time tells nothing. */
    async signUp({ id, username, passwordHash, now }) {
      await db
        .insertInto('student')
        .values({ id, username, password_hash: passwordHash, confirmed_at: null, created_at: now })
        .onConflict((conflict) =>
          conflict
            .column('username')
            .doUpdateSet({ password_hash: passwordHash })
            .where('student.confirmed_at', 'is', null),
        )
        .execute();
    },
    async recordLogin(studentId, now, sessionsBefore) {
      await db.insertInto('login').values({ student_id: studentId, at: now }).execute();
      await db
        .deleteFrom('session')
        .where('student_id', '=', studentId)
        .where('seen_at', '<', sessionsBefore)
        .execute();
    },
  };
}
