import { sql } from 'kysely';
import type { MergeResult, StoredAnswers } from '#form/answers/merge-answers.ts';
import type { FormState } from '#form/definition/definition.ts';
import { decryptedApplication, decryptedState, encryptionOf } from '#server/encryption/row-encryption.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { alreadySubmittedRefusal, deletedAccountRefusal } from '../http/refusal.ts';
import { ADDRESS } from './account-store.ts';
import { liveSessionOf, type Session } from './session-store.ts';

/** A row of `application`, decrypted. */
export type Application = Readonly<Awaited<ReturnType<typeof selectApplication>>>;

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
  'application.look_at as keysToReview',
  'application.cycle',
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

export async function selectApplication(db: Database, studentId: string) {
  const selected = ofStudent(db, studentId).select(APPLICATION_COLUMNS);
  const row = await selected.executeTakeFirstOrThrow(deletedAccountRefusal);
  return decryptedApplication(db, row);
}

/** Returns a live session with its student's application, in one statement. */
export async function findSessionToSave(
  db: Database,
  token: string,
  now: Date,
): Promise<(Session & Application) | undefined> {
  const row = await liveSessionOf(db, token, now).select(APPLICATION_COLUMNS).executeTakeFirst();
  return row && decryptedApplication(db, row);
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
    const row = await locked.executeTakeFirstOrThrow(deletedAccountRefusal);
    return work(transaction, decryptedApplication(transaction, row));
  });
}

/** Changes a draft, except for its answers. @throws Refusal 409 once the application is submitted */
export async function updateDraft(
  db: Database,
  studentId: string,
  columns: { readonly last_page: string } | { readonly validations: string },
): Promise<void> {
  const { numUpdatedRows } = await updateOfStudent(db, studentId)
    .set(columns)
    .where('submitted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw alreadySubmittedRefusal();
}

/** Records the form last opened by a student. Also the questions to review in it. */
export async function updateLastForm(
  db: Database,
  studentId: string,
  { lastForm, keysToReview }: Pick<Application, 'lastForm' | 'keysToReview'>,
): Promise<void> {
  const columns = { last_form: lastForm, ...sealedColumns(db, studentId, { look_at: keysToReview }) };
  await updateOfStudent(db, studentId).set(columns).execute();
}

/** A submit that began in time counts only for its answers (docs/behavior.md 4.15). */
const NOT_BEGUN = { submit_begun_at: null };

/** Result of merging a save without conflicts. */
export type MergedAnswers = Extract<MergeResult, { readonly kind: 'merged' }>;

/** Writes merged answers if the version is unchanged. @returns whether it was */
export async function updateAnswers(
  db: Database,
  { studentId, version }: Pick<Application, 'studentId' | 'version'>,
  merged: MergedAnswers,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOfStudent(db, studentId)
    .set(answerColumns(db, studentId, merged))
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
  await updateOfStudent(transaction, studentId)
    .set(answerColumns(transaction, studentId, next))
    .execute();
}

function answerColumns(db: Database, studentId: string, { answers, versions, version }: StoredAnswers) {
  return { ...sealedColumns(db, studentId, { answers, versions }), version, ...NOT_BEGUN };
}

/** Writes migrated data of a locked application. A new version, or a concurrent save would undo it. */
export async function updateMigratedForm(
  transaction: Transaction,
  studentId: string,
  { answers, versions, tabs, counts }: Omit<StoredAnswers, 'version'> & Pick<FormState, 'tabs' | 'counts'>,
): Promise<void> {
  await updateOfStudent(transaction, studentId)
    .set(sealedColumns(transaction, studentId, { answers, versions, tabs, counts }))
    .set({ version: sql<number>`version + 1` })
    .execute();
}

/** Writes the chosen tabs, or the numbers of repeated blocks, of a locked application. */
export async function updateChoices(
  transaction: Transaction,
  studentId: string,
  chosen: Pick<FormState, 'tabs'> | Pick<FormState, 'counts'>,
): Promise<void> {
  await updateOfStudent(transaction, studentId)
    .set(sealedColumns(transaction, studentId, chosen))
    .execute();
}

type ApplicationColumn = 'answers' | 'versions' | 'tabs' | 'counts' | 'validations' | 'look_at';

/** Returns the encrypted columns to be written for a student. */
export function sealedColumns<Columns extends { readonly [Name in ApplicationColumn]?: object }>(
  db: Database,
  studentId: string,
  columns: Columns,
): { readonly [Name in keyof Columns]: string } {
  const encryption = encryptionOf(db);
  const sealed = Object.entries<object>(columns).map(([name, value]) => [
    name,
    encryption.seal(`application.${name}:${studentId}`, value),
  ]);
  return Object.fromEntries(sealed);
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
export async function closeApplication(
  trx: Transaction,
  studentId: string,
  { now, cycle }: { readonly now: Date; readonly cycle: string | undefined },
): Promise<void> {
  await updateOfStudent(trx, studentId)
    .set({ submitted_at: now, cycle: cycle ?? null })
    .execute();
}

/** Returns the saved data and username of an application, or undefined. */
export async function selectSavedApplication(db: Database, studentId: string) {
  const application = await ofStudent(db, studentId)
    .innerJoin('student', 'student.id', 'application.student_id')
    .select(['student_id as studentId', ADDRESS.as('username'), 'answers', 'versions', 'tabs', 'counts'])
    .select(['look_at as keysToReview', 'submitted_at as submittedAt'])
    .executeTakeFirst();
  return application && decryptedApplication(db, application);
}

/** Returns all data of an application for export, or undefined. */
export async function selectApplicationToExport(db: Database, studentId: string) {
  const application = await ofStudent(db, studentId)
    .select(['answers', 'version', 'last_page', 'tabs', 'counts', 'validations', 'submitted_at'])
    .select(['last_form', 'look_at', 'submit_begun_at', 'reminders_stopped_at', 'cycle'])
    .executeTakeFirst();
  if (application === undefined) return undefined;
  const { answers, tabs, counts } = decryptedState(db, 'application', { ...application, studentId });
  const encryption = encryptionOf(db);
  const validations = encryption.open(`application.validations:${studentId}`, application.validations);
  const look_at = encryption.open(`application.look_at:${studentId}`, application.look_at);
  return { ...application, answers, tabs, counts, validations, look_at };
}

/** Returns up to `most` drafts after `last`, ordered by student. */
export async function selectDraftsAfter(db: Database, last: string, most: number) {
  const drafts = await db
    .selectFrom('application')
    .select(APPLICATION_COLUMNS)
    .where('submitted_at', 'is', null)
    .where('student_id', '>', last)
    .orderBy('student_id')
    .limit(most)
    .execute();
  return drafts.map((draft) => decryptedApplication(db, draft));
}
