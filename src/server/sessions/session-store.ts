import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { Tables } from '../storage/tables.ts';

/** A session ends after this long without a call (longer than the page's own fifteen minutes), … */
export const IDLE_MS = 30 * 60_000;
/** … and in any case after this long. */
export const ABSOLUTE_MS = 12 * 3_600_000;

export type Session = {
  readonly tokenHash: Buffer;
  readonly studentId: string;
  readonly username: string;
  readonly seenAt: Date;
};

export interface SessionStore {
  open(token: string, studentId: string, now: Date, transaction?: Transaction<Tables>): Promise<void>;
  find(token: string, now: Date): Promise<Session | undefined>;
  /** Counts the session as used now. */
  touch(tokenHash: Buffer, now: Date): Promise<void>;
  end(tokenHash: Buffer, transaction?: Transaction<Tables>): Promise<void>;
  /** Ends all sessions of a student, within the caller's transaction. */
  endAll(studentId: string, transaction: Transaction<Tables>): Promise<void>;
}

/** Only this hash of a token is stored: who reads the database cannot take over a session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The session of a token while it is neither idle nor old. */
function selectLiveSession(db: Database, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('session')
    .where('session.token_hash', '=', tokenHash)
    .where('session.seen_at', '>', new Date(now.getTime() - IDLE_MS))
    .where('session.created_at', '>', new Date(now.getTime() - ABSOLUTE_MS));
}

export function createSessionStore(db: Database): SessionStore {
  return {
    async open(token, studentId, now, transaction) {
      await (transaction ?? db)
        .insertInto('session')
        .values({ token_hash: hashToken(token), student_id: studentId, created_at: now, seen_at: now })
        .execute();
    },
    find(token, now) {
      return selectLiveSession(db, hashToken(token), now)
        .innerJoin('student', 'student.id', 'session.student_id')
        .select([
          'session.token_hash as tokenHash',
          'session.student_id as studentId',
          'student.username',
          'session.seen_at as seenAt',
        ])
        .executeTakeFirst();
    },
    async touch(tokenHash, now) {
      await db.updateTable('session').set({ seen_at: now }).where('token_hash', '=', tokenHash).execute();
    },
    async end(tokenHash, transaction) {
      await (transaction ?? db).deleteFrom('session').where('token_hash', '=', tokenHash).execute();
    },
    async endAll(studentId, transaction) {
      await transaction.deleteFrom('session').where('student_id', '=', studentId).execute();
    },
  };
}
