import type { Transaction } from '#server/database/database.ts';
import type { FormState, FormDefinition } from '#form/definition/definition.ts';
import { knownForm } from '#form/migration/compatibility-copies.ts';
import {
  describeMoves,
  formerDocumentKeysOf,
  migrateApplication,
  type MoveOptions,
  documentKeysToMove,
} from '#form/migration/migrate-application.ts';
import type { MigrationStep, StoredForm } from '#form/migration/stored-form.ts';
import { BY_SERVER, type AuditEvent, BY_OPERATOR } from '#server/audit/audit-trail.ts';
import { alreadySubmittedRefusal } from '../http/refusal.ts';
import { selectUsername } from '#server/student-tables/account-store.ts';
import {
  type Application,
  forgetSubmitBegun,
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
import type { PageLoad } from '#server/student-tables/opening-store.ts';
import type { Services } from '../start/services.ts';
import { type LockedDraft, lockDrafts, updateMigratedDrafts } from '#server/student-tables/draft-store.ts';

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

/** Migrates and records a locked application; writes nothing if nothing changes. */
async function moveLocked(
  { definition, audit, clock }: MigrationServices,
  transaction: Transaction,
  stored: Application,
  options: MoveOptions = { now: clock() },
) {
  const { studentId } = stored;
  const timesOf = await selectAttachedTimes(transaction, [studentId], documentKeysToMove(definition));
  const moved = migrateApplication(definition, { ...stored, documents: timesOf(studentId) }, options);
  const replaced = Object.keys(moved.documents).filter((key) => formerDocumentKeysOf(definition).has(key));
  if (moved.moves.length + replaced.length === 0) return { application: stored, unneeded: [] };
  await updateMigratedForm(transaction, studentId, moved);
  // Unreferenced files, once this has committed.
  const unneeded = [
    ...(await moveDocumentRows(transaction, studentId, moved.moves)),
    ...(await deleteDocuments(transaction, studentId, replaced)),
  ];
  const username = (await selectUsername(transaction, studentId)) ?? '';
  const detail = describeMoves(moved.moves);
  await audit.record({ kind: 'moved', username, client: BY_SERVER, detail }, transaction);
  return { application: { ...stored, ...moved }, unneeded };
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

/** Migrates drafts in one transaction, blocking their students' saves. @returns the migrations of each changed one */
export async function migrateTogether(
  parts: MigrationServices,
  studentIds: readonly string[],
  options: MoveOptions,
): Promise<readonly (readonly MigrationStep[])[]> {
  const { db, definition, audit, discard } = parts;
  const { moves, unneeded } = await db.transaction().execute(async (transaction) => {
    const drafts = await lockDrafts(transaction, studentIds);
    const timesOf = await selectAttachedTimes(transaction, studentIds, documentKeysToMove(definition));
    const moved = drafts.flatMap((draft) =>
      movedDraft(definition, { ...draft, documents: timesOf(draft.studentId) }, options),
    );
    if (moved.length === 0) return { moves: [], unneeded: [] };
    await updateMigratedDrafts(transaction, moved);
    const files: string[] = [];
    for (const draft of moved) {
      files.push(...(await moveDocumentRows(transaction, draft.studentId, draft.moves)));
    }
    const recorded = moved.map((draft): AuditEvent => ({
      kind: 'moved',
      username: draft.username,
      client: BY_OPERATOR,
      detail: describeMoves(draft.moves),
    }));
    await audit.recordAll(recorded, transaction);
    return { moves: moved.map((draft) => draft.moves), unneeded: files };
  });
  await discard(unneeded);
  return moves;
}

function movedDraft(definition: FormDefinition, draft: LockedDraft & StoredForm, options: MoveOptions) {
  const moved = migrateApplication(definition, draft, options);
  const { studentId, username } = draft;
  return moved.moves.length === 0 ? [] : [{ ...moved, studentId, username }];
}
