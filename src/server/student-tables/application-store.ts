import { sql } from 'kysely';
import type { MergeResult, StoredAnswers } from '#form/answers/merge-answers.ts';
import type { FormState } from '#form/definition/definition.ts';
import { encryptionOf, decryptedRow } from '#server/encryption/answer-encryption.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { alreadySubmittedRefusal } from '../http/refusal.ts';
import { liveSessionOf, type Session } from './session-store.ts';

export type Application = StoredAnswers & {
  readonly studentId: string;
  readonly tabs: FormState['tabs'];
  readonly counts: FormState['counts'];
  readonly lastPage: string | null;
  readonly submittedAt: Date | null;
  /** When the last submit was begun that was in time and is not answered; null for none. */
  readonly submitBegunAt: Date | null;
  /** Since when the student wants no reminders; null for who wants them. */
  readonly remindersStoppedAt: Date | null;
  /** Hash of the definition with which the student opened the form last; null before the first time. */
  readonly lastForm: string | null;
  /** Keys of the questions that changed since they were answered. */
  readonly lookAt: readonly string[];
};

/** What a student may change in addition to the answers, until the application is submitted. */
export type ApplicationChange =
  | { readonly kind: 'lastPage'; readonly path: string }
  | { readonly kind: 'counts'; readonly counts: FormState['counts'] }
  | { readonly kind: 'validations'; readonly validations: Readonly<Record<string, readonly string[]>> };

/** Columns of an {@link Application}. */
export const APPLICATION_COLUMNS = [
  'application.student_id as studentId',
  'application.answers',
  'application.versions',
  'application.version',
  'application.tabs',
  'application.counts',
  'application.last_page as lastPage',
  'application.submitted_at as submittedAt',
  'application.submit_begun_at as submitBegunAt',
  'application.reminders_stopped_at as remindersStoppedAt',
  'application.last_form as lastForm',
  'application.look_at as lookAt',
] as const;

/** Gives a confirmed student an empty application. */
export async function insertApplication(transaction: Transaction, studentId: string): Promise<void> {
  const insert = sql`insert into application (student_id) values (${studentId}) on conflict do nothing`;
  await insert.execute(transaction);
}

function ofStudent(db: Database, studentId: string) {
  return db.selectFrom('application').where('student_id', '=', studentId);
}

function updateOfStudent(db: Database, studentId: string) {
  return db.updateTable('application').where('student_id', '=', studentId);
}

export async function selectApplication(db: Database, studentId: string): Promise<Application> {
  return decryptedRow(
    db,
    await ofStudent(db, studentId).select(APPLICATION_COLUMNS).executeTakeFirstOrThrow(),
  );
}

/** A live session with the application of its student, in one statement. */
export async function findSessionToSave(
  db: Database,
  token: string,
  now: Date,
): Promise<(Session & Application) | undefined> {
  const row = await liveSessionOf(db, token, now).select(APPLICATION_COLUMNS).executeTakeFirst();
  return row && decryptedRow(db, row);
}

/** Whether any student ever confirmed an account. */
export async function hasApplications(db: Database): Promise<boolean> {
  const one = await db.selectFrom('application').select('student_id').limit(1).executeTakeFirst();
  return one !== undefined;
}

type Work<T> = (transaction: Transaction, application: Application) => Promise<T>;

/** Keeps every other writer of an application waiting until the transaction ends. */
export async function lockApplication(transaction: Transaction, studentId: string): Promise<void> {
  await ofStudent(transaction, studentId).select('student_id').forUpdate().execute();
}

/** Runs `work` with the application locked against every other writer. */
export function withLockedApplication<T>(db: Database, studentId: string, work: Work<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const locked = ofStudent(transaction, studentId).select(APPLICATION_COLUMNS).forUpdate();
    return work(transaction, decryptedRow(transaction, await locked.executeTakeFirstOrThrow()));
  });
}

/** @throws Refusal 409 once the application is submitted */
export async function updateApplication(
  db: Database,
  studentId: string,
  change: ApplicationChange,
): Promise<void> {
  const { numUpdatedRows } = await updateOfStudent(db, studentId)
    .set(assignmentOf(change))
    .where('submitted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw alreadySubmittedRefusal();
}

/** Notes with which form the student opened it, and what they are to look at in it. */
export async function updateLastForm(
  db: Database,
  studentId: string,
  { lastForm, lookAt }: Pick<Application, 'lastForm' | 'lookAt'>,
): Promise<void> {
  const columns = { last_form: lastForm, look_at: JSON.stringify(lookAt) };
  await updateOfStudent(db, studentId).set(columns).execute();
}

/** A submit that began in time counts only for the answers of then (docs/behavior.md 4.15). */
const NOT_BEGUN = { submit_begun_at: null };

/** What a save adds to the answers that it was merged with. */
export type MergedAnswers = Extract<MergeResult, { readonly kind: 'merged' }>;

/** Writes the changed answers if the application still has this version. @returns whether it did */
export async function updateAnswers(
  db: Database,
  { studentId, version }: Pick<Application, 'studentId' | 'version'>,
  merged: MergedAnswers,
): Promise<boolean> {
  const changed = Object.fromEntries(merged.changed.map((key) => [key, merged.answers[key] ?? '']));
  const answers = JSON.stringify(encryptionOf(db).seal(`application:${studentId}`, changed));
  const versions = JSON.stringify(Object.fromEntries(merged.changed.map((key) => [key, merged.version])));
  const { numUpdatedRows } = await updateOfStudent(db, studentId)
    .set({
      answers: sql<string>`answers || ${answers}::jsonb`,
      versions: sql<string>`versions || ${versions}::jsonb`,
      version: merged.version,
      ...NOT_BEGUN,
    })
    .where('version', '=', version)
    .where('submitted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Writes answers that were merged while the application was locked. */
export async function updateLockedAnswers(
  transaction: Transaction,
  studentId: string,
  next: StoredAnswers,
): Promise<void> {
  const answers = JSON.stringify(encryptionOf(transaction).seal(`application:${studentId}`, next.answers));
  const versions = JSON.stringify(next.versions);
  const written = { answers, versions, version: next.version, ...NOT_BEGUN };
  await updateOfStudent(transaction, studentId).set(written).execute();
}

/** Writes what was moved while the application was locked; the version stays, since nothing was answered. */
export async function updateMigratedForm(
  transaction: Transaction,
  studentId: string,
  { answers, versions, tabs, counts }: Omit<StoredAnswers, 'version'> & Pick<FormState, 'tabs' | 'counts'>,
): Promise<void> {
  const sealed = encryptionOf(transaction).seal(`application:${studentId}`, answers);
  const moved = { answers: sealed, versions, tabs, counts };
  const columns = Object.entries(moved).map(([name, value]) => [name, JSON.stringify(value)] as const);
  await updateOfStudent(transaction, studentId).set(Object.fromEntries(columns)).execute();
}

/** Chooses tabs, while the application is locked. */
export async function updateChosenTabs(
  transaction: Transaction,
  studentId: string,
  chosen: FormState['tabs'],
): Promise<void> {
  await updateOfStudent(transaction, studentId)
    .set({ tabs: JSON.stringify(chosen) })
    .execute();
}

/** Notes that a submit was begun in time. */
export async function noteSubmitBegun(db: Database, studentId: string, now: Date): Promise<void> {
  const draft = updateOfStudent(db, studentId).where('submitted_at', 'is', null);
  await draft.set({ submit_begun_at: now }).execute();
}

/** Forgets it, because that submit was answered. */
export async function forgetSubmitBegun(transaction: Transaction, studentId: string): Promise<void> {
  const begun = updateOfStudent(transaction, studentId).where('submit_begun_at', 'is not', null);
  await begun.set(NOT_BEGUN).execute();
}

/** Notes since when a student wants no reminders; null for who wants them. @returns whether that is new */
export async function updateReminders(
  transaction: Transaction,
  studentId: string,
  stoppedAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOfStudent(transaction, studentId)
    .set({ reminders_stopped_at: stoppedAt })
    .where('reminders_stopped_at', stoppedAt === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Closes an application for every change, while it is locked. */
export async function closeApplication(trx: Transaction, studentId: string, now: Date): Promise<void> {
  await updateOfStudent(trx, studentId).set({ submitted_at: now }).execute();
}

/** What is saved of an application, and whose it is; undefined where there is none. */
export async function selectSavedApplication(db: Database, studentId: string) {
  const application = await ofStudent(db, studentId)
    .innerJoin('student', 'student.id', 'application.student_id')
    .select(['student_id as studentId', 'username', 'answers', 'versions', 'tabs', 'counts'])
    .select('submitted_at as submittedAt')
    .executeTakeFirst();
  return application && decryptedRow(db, application);
}

/** All that is saved of an application; undefined where there is none. */
export async function selectApplicationToExport(db: Database, studentId: string) {
  const application = await ofStudent(db, studentId)
    .select(['answers', 'version', 'last_page', 'tabs', 'counts', 'validations', 'submitted_at'])
    .select(['last_form', 'look_at', 'submit_begun_at', 'reminders_stopped_at'])
    .executeTakeFirst();
  if (application === undefined) return undefined;
  return { ...application, answers: decryptedRow(db, { ...application, studentId }).answers };
}

/** Maps are extended in place, so that two changes at once keep both. */
function assignmentOf(change: ApplicationChange) {
  switch (change.kind) {
    case 'lastPage':
      return { last_page: change.path };
    case 'counts':
      return { counts: sql<string>`counts || ${JSON.stringify(change.counts)}::jsonb` };
    default:
      return { validations: JSON.stringify(change.validations) };
  }
}
