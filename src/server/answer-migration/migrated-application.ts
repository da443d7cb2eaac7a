import type { Transaction } from '#server/database/database.ts';
import type { FormState } from '#form/definition/definition.ts';
import { knownForm } from '#form/migration/compatibility-copies.ts';
import {
  describeMoves,
  formerDocumentKeysOf,
  migrateApplication,
  type MoveOptions,
  documentKeysToMove,
} from '#form/migration/migrate-application.ts';
import type { MigrationStep, StoredForm } from '#form/migration/stored-form.ts';
import { BY_SERVER, BY_OPERATOR } from '#server/audit/audit-trail.ts';
import { alreadySubmittedRefusal, Refusal } from '../http/refusal.ts';
import { selectUsername } from '#server/student-tables/account-store.ts';
import {
  type Application,
  forgetSubmitBegun,
  selectSavedApplication,
  updateMigratedForm,
  withLockedApplication,
} from '#server/student-tables/application-store.ts';
import {
  deleteDocuments,
  type DocumentRow,
  renameDocument,
  selectAttachedTimes,
  selectDocuments,
} from '#server/student-tables/document-store.ts';
import { selectSubmission } from '#server/student-tables/submission-store.ts';
import type { PageLoad } from '#server/student-tables/opening-store.ts';
import type { Services } from '../start/services.ts';

export type MigrationServices = Pick<Services, 'audit' | 'clock' | 'db' | 'definition' | 'discard'>;

type Work<T> = (transaction: Transaction, application: Application) => Promise<T>;

/** Runs `work` with the application locked, and migrated in the same transaction. Submitted ones stay unchanged. */
export async function withMigratedApplication<T>(
  parts: MigrationServices,
  studentId: string,
  work: Work<T>,
): Promise<T> {
  const [unneeded, result] = await withLockedApplication(parts.db, studentId, async (transaction, stored) => {
    if (stored.submittedAt !== null) return [[], await work(transaction, stored)] as const;
    const { application, unneeded: files } = await moveLocked(parts, transaction, stored);
    return [files, await work(transaction, application)] as const;
  });
  await parts.discard(unneeded);
  return result;
}

/** Migrates a draft for the operator. @returns the migrations; none once it is submitted or deleted */
export async function migrateDraft(
  parts: MigrationServices,
  studentId: string,
  options: MoveOptions,
): Promise<readonly MigrationStep[]> {
  const { unneeded, moves } = await withLockedApplication(parts.db, studentId, async (transaction, stored) =>
    stored.submittedAt === null
      ? moveLocked(parts, transaction, stored, { ...options, by: BY_OPERATOR })
      : { unneeded: [], moves: [] },
  ).catch((error: unknown) => {
    if (error instanceof Refusal) return { unneeded: [], moves: [] };
    throw error;
  });
  await parts.discard(unneeded);
  return moves;
}

/** Changes an application, locked and migrated. A submit begun before no longer counts. @throws Refusal 409 once submitted */
export function updateMigratedApplication<T>(
  parts: MigrationServices,
  studentId: string,
  work: Work<T>,
): Promise<T> {
  return withMigratedApplication(parts, studentId, async (transaction, application) => {
    if (application.submittedAt !== null) throw alreadySubmittedRefusal();
    if (application.submitBegunAt !== null) await forgetSubmitBegun(transaction, studentId);
    return work(transaction, application);
  });
}

/** Migrates an opening. Costs no query if nothing has to be migrated. */
export async function migrateOpening(parts: MigrationServices, stored: PageLoad): Promise<PageLoad> {
  const { studentId, submittedAt } = stored;
  const moved = migrateApplication(parts.definition, { ...stored, documents: {} }, { now: parts.clock() });
  const former = formerDocumentKeysOf(parts.definition);
  const isMoved = moved.moves.length > 0;
  if (!isMoved && !stored.documents.some(({ answerKey }) => former.has(answerKey))) return stored;
  if (submittedAt !== null) return isMoved ? { ...stored, ...moved, documents: stored.documents } : stored;
  return withMigratedApplication(parts, studentId, async (transaction, application) => ({
    ...stored,
    ...application,
    documents: await selectDocuments(transaction, studentId),
  }));
}

/** Reads a draft, migrated, without writing. */
export async function readSavedForm(
  { db, definition, clock }: Pick<MigrationServices, 'db' | 'definition' | 'clock'>,
  studentId: string,
  saved: Omit<StoredForm, 'documents'>,
): Promise<FormState & { readonly documents: readonly DocumentRow[] }> {
  const rows = await selectDocuments(db, studentId);
  const moved = migrateApplication(definition, { ...saved, documents: {} }, { now: clock() });
  const former = formerDocumentKeysOf(definition);
  const documents = rows.map((row) => ({ ...row, answerKey: former.get(row.answerKey) ?? row.answerKey }));
  return { ...knownForm(definition, moved), documents };
}

/** Reads an application as others see it: the submission, else the saved form. Undefined without an application. */
export async function readShownForm(
  parts: Pick<MigrationServices, 'db' | 'definition' | 'clock'>,
  studentId: string,
) {
  const { db, definition } = parts;
  const saved = await selectSavedApplication(db, studentId);
  if (saved === undefined) return undefined;
  const { username, submittedAt } = saved;
  const submission = submittedAt && (await selectSubmission(db, studentId, definition));
  if (submission) return { ...submission, username, documents: await selectDocuments(db, studentId) };
  const form = await readSavedForm(parts, studentId, saved);
  return { ...form, definition, username, submittedAt, receipt: null, isLate: false };
}

/** Migrates and records a locked application; writes nothing if nothing changes. */
async function moveLocked(
  { definition, audit, clock }: MigrationServices,
  transaction: Transaction,
  stored: Application,
  { by, ...options }: MoveOptions & { readonly by: string } = { now: clock(), by: BY_SERVER },
) {
  const { studentId } = stored;
  const timesOf = await selectAttachedTimes(transaction, [studentId], documentKeysToMove(definition));
  const moved = migrateApplication(definition, { ...stored, documents: timesOf(studentId) }, options);
  const replaced = Object.keys(moved.documents).filter((key) => formerDocumentKeysOf(definition).has(key));
  if (moved.moves.length + replaced.length === 0) return { application: stored, unneeded: [], moves: [] };
  await updateMigratedForm(transaction, studentId, moved);
  // Unreferenced files, once this has committed.
  const unneeded = [
    ...(await moveDocumentRows(transaction, studentId, moved.moves)),
    ...(await deleteDocuments(transaction, studentId, replaced)),
  ];
  const username = (await selectUsername(transaction, studentId)) ?? '';
  const detail = describeMoves(moved.moves);
  await audit.record({ kind: 'moved', username, client: by, detail }, transaction);
  return { application: { ...stored, ...moved }, unneeded, moves: moved.moves };
}

/** Renames document keys; returns the keys of files that become unreferenced. */
async function moveDocumentRows(
  transaction: Transaction,
  studentId: string,
  moves: readonly MigrationStep[],
): Promise<readonly string[]> {
  const unneeded: string[] = [];
  for (const move of moves) {
    if (move.kind === 'documentDeleted')
      unneeded.push(...(await deleteDocuments(transaction, studentId, [move.key])));
    if (move.kind !== 'document') continue;
    if (move.replaces) unneeded.push(...(await deleteDocuments(transaction, studentId, [move.to])));
    await renameDocument(transaction, studentId, move);
  }
  return unneeded;
}
