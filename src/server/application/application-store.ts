import { sql, type Transaction } from 'kysely';
import type { StoredAnswers } from '#form/answers/merge-answers.ts';
import type { FormState } from '#form/definition/definition.ts';
import type { Database } from '../storage/database.ts';
import { hashToken, selectLiveSession } from '../storage/session-store.ts';
import type { Tables } from '../storage/tables.ts';

export type Application = StoredAnswers & {
  readonly studentId: string;
  readonly tabs: FormState['tabs'];
  readonly counts: FormState['counts'];
  readonly lastPage: string | null;
  readonly submittedAt: Date | null;
};

/** An application together with the session through which it was asked for. */
export type OpenedApplication = {
  readonly application: Application;
  readonly session: { readonly tokenHash: Buffer; readonly seenAt: Date };
};

/** What a student may change beside the answers, until the application is submitted. */
export type Change =
  | { readonly kind: 'lastPage'; readonly path: string }
  | { readonly kind: 'tab'; readonly group: string; readonly tab: string }
  | { readonly kind: 'count'; readonly button: string; readonly count: number }
  | { readonly kind: 'validations'; readonly validations: Readonly<Record<string, readonly string[]>> };

export interface ApplicationStore {
  /** Gives a confirmed student an empty application, within the caller's transaction. */
  create(transaction: Transaction<Tables>, studentId: string): Promise<void>;
  read(studentId: string): Promise<Application>;
  /** Session and application in one query: a save must not cost more. */
  readBySession(token: string, now: Date): Promise<OpenedApplication | undefined>;
  /** Writes unless somebody else wrote since `readVersion`, or submitted; tells whether it did. */
  saveAnswers(studentId: string, next: StoredAnswers, readVersion: number): Promise<boolean>;
  /** Runs `work` with the application locked against every other writer. */
  withLock<T>(
    studentId: string,
    work: (transaction: Transaction<Tables>, application: Application) => Promise<T>,
  ): Promise<T>;
  /** False when the application is submitted. */
  change(studentId: string, change: Change): Promise<boolean>;
}

const COLUMNS = [
  'application.student_id as studentId',
  'application.answers',
  'application.versions',
  'application.version',
  'application.tabs',
  'application.counts',
  'application.last_page as lastPage',
  'application.submitted_at as submittedAt',
] as const;

export function createApplicationStore(db: Database): ApplicationStore {
  return {
    async create(transaction, studentId) {
      await sql`insert into application (student_id) values (${studentId}) on conflict do nothing`.execute(
        transaction,
      );
    },
    read: (studentId) =>
      db
        .selectFrom('application')
        .select(COLUMNS)
        .where('student_id', '=', studentId)
        .executeTakeFirstOrThrow(),
    async readBySession(token, now) {
      const row = await selectLiveSession(db, hashToken(token), now)
        .innerJoin('application', 'application.student_id', 'session.student_id')
        .select([...COLUMNS, 'session.token_hash as tokenHash', 'session.seen_at as seenAt'])
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { tokenHash, seenAt, ...application } = row;
      return { application, session: { tokenHash, seenAt } };
    },
    saveAnswers: (studentId, next, readVersion) => writeAnswers(db, studentId, next, readVersion),
    withLock: (studentId, work) =>
      db.transaction().execute(async (trx) => work(trx, await lockApplication(trx, studentId))),
    async change(studentId, change) {
      const result = await db
        .updateTable('application')
        .set(assignmentOf(change))
        .where('student_id', '=', studentId)
        .where('submitted_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
  };
}

/** The one statement that writes answers, alone or in a transaction; false when `readVersion` is past. */
export async function writeAnswers(
  db: Database | Transaction<Tables>,
  studentId: string,
  next: StoredAnswers,
  readVersion: number,
): Promise<boolean> {
  const result = await db
    .updateTable('application')
    .set({
      answers: JSON.stringify(next.answers),
      versions: JSON.stringify(next.versions),
      version: next.version,
    })
    .where('student_id', '=', studentId)
    .where('version', '=', readVersion)
    .where('submitted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

function lockApplication(trx: Transaction<Tables>, studentId: string): Promise<Application> {
  return trx
    .selectFrom('application')
    .select(COLUMNS)
    .where('student_id', '=', studentId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Maps are extended in place, so that two changes at once keep both. */
function assignmentOf(change: Change) {
  switch (change.kind) {
    case 'lastPage':
      return { last_page: change.path };
    case 'tab':
      return { tabs: sql<string>`tabs || ${JSON.stringify({ [change.group]: change.tab })}::jsonb` };
    case 'count':
      return { counts: sql<string>`counts || ${JSON.stringify({ [change.button]: change.count })}::jsonb` };
    case 'validations':
      return { validations: JSON.stringify(change.validations) };
  }
}
