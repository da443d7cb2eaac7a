import { sql } from 'kysely';
import { decryptedApplication } from '#server/encryption/row-encryption.ts';
import type { Database, Transaction } from '#server/database/database.ts';
import { OWN_ADDRESS } from './account-store.ts';
import { type Application, sealedColumns } from './application-store.ts';

/** Saved data of an application that is not submitted. */
export type Draft = Pick<Application, 'answers' | 'versions' | 'studentId' | 'tabs' | 'counts' | 'lastForm'>;

const COLUMNS = [
  'student_id as studentId',
  'answers',
  'versions',
  'tabs',
  'counts',
  'last_form as lastForm',
  'look_at as keysToReview',
] as const;

/** Returns up to `most` drafts after `last`, ordered by student. */
export async function selectDraftsAfter(db: Database, last: string | undefined, most: number) {
  const drafts = await db
    .selectFrom('application')
    .select(COLUMNS)
    .where('submitted_at', 'is', null)
    .$if(last !== undefined, (query) => query.where('student_id', '>', last ?? ''))
    .orderBy('student_id')
    .limit(most)
    .execute();
  return drafts.map((draft) => decryptedApplication(db, draft));
}

export type LockedDraft = Draft & { readonly username: string };

/** Locks those drafts that are still not submitted, in a fixed order. */
export async function lockDrafts(
  transaction: Transaction,
  studentIds: readonly string[],
): Promise<LockedDraft[]> {
  const drafts = await transaction
    .selectFrom('application')
    .innerJoin('student', 'student.id', 'application.student_id')
    .select([...COLUMNS, OWN_ADDRESS.as('username')])
    .where('student_id', 'in', studentIds)
    .where('submitted_at', 'is', null)
    .orderBy('student_id')
    .forUpdate('application')
    .execute();
  return drafts.map((draft) => decryptedApplication(transaction, draft));
}

/** Writes migrated data of locked drafts in one statement. */
export async function updateMigratedDrafts(
  transaction: Transaction,
  drafts: readonly Omit<Draft, 'lastForm'>[],
): Promise<void> {
  const rows = drafts.map(({ studentId, answers, versions, tabs, counts }) => ({
    student_id: studentId,
    ...sealedColumns(transaction, studentId, { answers, versions, tabs, counts }),
  }));
  await sql`update application
    set answers = moved.answers::jsonb, versions = moved.versions::jsonb, tabs = moved.tabs::jsonb,
      counts = moved.counts::jsonb, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as moved (student_id uuid, answers text, versions text, tabs text, counts text)
    where application.student_id = moved.student_id`.execute(transaction);
}
