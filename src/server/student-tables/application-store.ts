import { sql } from 'kysely';
import type { MergeResult, StoredAnswers } from '#form/answers/merge-answers.ts';
import type { FormState } from '#form/definition/definition.ts';
import { encryptionOf, decryptedRow } from '#server/encryption/answer-encryption.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { alreadySubmittedRefusal, deletedAccountRefusal } from '../http/refusal.ts';
import { liveSessionOf, type Session } from './session-store.ts';

export type Application = StoredAnswers & {
  readonly studentId: string;
  readonly tabs: FormState['tabs'];
  readonly counts: FormState['counts'];
  readonly lastPage: string | null;
  readonly submittedAt: Date | null;
  /** Start of the last submit that began in time and is unanswered; else null. */
  readonly submitBegunAt: Date | null;
  /** When the student stopped reminders; null while they are on. */
  readonly remindersStoppedAt: Date | null;
  /** Hash of the definition last opened by the student; null before the first time. */
  readonly lastForm: string | null;
  /** Keys of questions that changed since they were answered. */
  readonly lookAt: readonly string[];
};

/** Changes other than answers, possible until the submission. */
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

/** Inserts an empty application for a confirmed student. */
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

/** Returns a live session with its student's application, in one statement. */
export async function findSessionToSave(
  db: Database,
  token: string,
  now: Date,
): Promise<(Session & Application) | undefined> {
  const row = await liveSessionOf(db, token, now).select(APPLICATION_COLUMNS).executeTakeFirst();
  return row && decryptedRow(db, row);
}

/** Whether any student has confirmed an account. */
export async function hasApplications(db: Database): Promise<boolean> {
  const one = await db.selectFrom('application').select('student_id').limit(1).executeTakeFirst();
  return one !== undefined;
}

type Work<T> = (transaction: Transaction, application: Application) => Promise<T>;

/** Locks an application against other writers until the transaction ends. */
export async function lockApplication(transaction: Transaction, studentId: string): Promise<void> {
  await ofStudent(transaction, studentId).select('student_id').forUpdate().execute();
}

/** Runs `work` with the application locked against other writers. */
export function withLockedApplication<T>(db: Database, studentId: string, work: Work<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    const locked = ofStudent(transaction, studentId).select(APPLICATION_COLUMNS).forUpdate();
    return work(
      transaction,
      decryptedRow(transaction, await locked.executeTakeFirstOrThrow(deletedAccountRefusal)),
    );
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

/** Records the form last opened by a student. Also the questions to review in it. */
export async function updateLastForm(
  db: Database,
  studentId: string,
  { lastForm, lookAt }: Pick<Application, 'lastForm' | 'lookAt'>,
): Promise<void> {
  const columns = { last_form: lastForm, look_at: JSON.stringify(lookAt) };
  await updateOfStudent(db, studentId).set(columns).execute();
}

/** A submit that began in time counts only for its answers (docs/behavior.md 4.15). */
const NOT_BEGUN = { submit_begun_at: null };

/** Result of merging a save without conflicts. */
export type MergedAnswers = Extract<MergeResult, { readonly kind: 'merged' }>;

/** Writes the changed answers if the version is unchanged. @returns whether it was */
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

/** Writes merged answers of a locked application. */
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

/** Writes migrated data of a locked application. The version stays, since no answer changed. */
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

/** Writes the chosen tabs of a locked application. */
export async function updateChosenTabs(
  transaction: Transaction,
  studentId: string,
  chosen: FormState['tabs'],
): Promise<void> {
  await updateOfStudent(transaction, studentId)
    .set({ tabs: JSON.stringify(chosen) })
    .execute();
}

/** Records that a submit began in time. */
export async function noteSubmitBegun(db: Database, studentId: string, now: Date): Promise<void> {
  const draft = updateOfStudent(db, studentId).where('submitted_at', 'is', null);
  await draft.set({ submit_begun_at: now }).execute();
}

/** Clears the start of a submit that was answered. */
export async function forgetSubmitBegun(transaction: Transaction, studentId: string): Promise<void> {
  const begun = updateOfStudent(transaction, studentId).where('submit_begun_at', 'is not', null);
  await begun.set(NOT_BEGUN).execute();
}

/** Records when a student stopped reminders; null turns them on. @returns whether that is a change */
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

/** Closes a locked application to all changes. */
export async function closeApplication(trx: Transaction, studentId: string, now: Date): Promise<void> {
  await updateOfStudent(trx, studentId).set({ submitted_at: now }).execute();
}

/** Returns the saved data and username of an application, or undefined. */
export async function selectSavedApplication(db: Database, studentId: string) {
  const application = await ofStudent(db, studentId)
    .innerJoin('student', 'student.id', 'application.student_id')
    .select(['student_id as studentId', 'username', 'answers', 'versions', 'tabs', 'counts'])
    .select('submitted_at as submittedAt')
    .executeTakeFirst();
  return application && decryptedRow(db, application);
}

/** Returns all data of an application for export, or undefined. */
export async function selectApplicationToExport(db: Database, studentId: string) {
  const application = await ofStudent(db, studentId)
    .select(['answers', 'version', 'last_page', 'tabs', 'counts', 'validations', 'submitted_at'])
    .select(['last_form', 'look_at', 'submit_begun_at', 'reminders_stopped_at'])
    .executeTakeFirst();
  if (application === undefined) return undefined;
  return { ...application, answers: decryptedRow(db, { ...application, studentId }).answers };
}

/** Maps are merged in the database, so that concurrent changes are both stored. */
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
