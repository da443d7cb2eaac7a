import type { FormDefinition } from '#form/definition/definition.ts';
import {
  describeMoves,
  documentKeysToMove,
  moveApplication,
  type MoveOptions,
} from '#form/moves/move-application.ts';
import type { Move } from '#form/moves/stored-form.ts';
import type { AuditEvent } from '#server/audit/audit-trail.ts';
import { BY_OPERATOR } from '#server/audit/audit-trail.ts';
import { selectAttachedTimesOf } from '#server/student-tables/document-store.ts';
import { type LockedDraft, lockDrafts, updateMovedDrafts } from '#server/student-tables/draft-store.ts';
import { moveDocumentRows, type MoveServices } from './moved-application.ts';

/**
 * Moves what is stored of some drafts in one transaction; saves of these students wait for it.
 *
 * @returns what became of each of those in which anything moved
 */
export async function moveTogether(
  parts: MoveServices,
  studentIds: readonly string[],
  options: MoveOptions,
): Promise<readonly (readonly Move[])[]> {
  const { db, definition, audit, discard } = parts;
  const { moves, unneeded } = await db.transaction().execute(async (transaction) => {
    const drafts = await lockDrafts(transaction, studentIds);
    const documents = await selectAttachedTimesOf(transaction, studentIds, documentKeysToMove(definition));
    const moved = drafts.flatMap((draft) =>
      movedDraft(definition, { draft, documents: documents.get(draft.studentId) ?? {} }, options),
    );
    if (moved.length === 0) return { moves: [], unneeded: [] };
    await updateMovedDrafts(transaction, moved);
    const files: string[] = [];
    for (const draft of moved) {
      files.push(...(await moveDocumentRows(transaction, draft.studentId, draft.moves)));
    }
    const recorded = moved.map((draft): AuditEvent => ({
      kind: 'moved',
      username: draft.username,
      client: BY_OPERATOR,
      result: 'ok',
      detail: describeMoves(draft.moves),
    }));
    await audit.recordAll(recorded, transaction);
    return { moves: moved.map((draft) => draft.moves), unneeded: files };
  });
  await discard(unneeded);
  return moves;
}

type Stored = { readonly draft: LockedDraft; readonly documents: Readonly<Record<string, number>> };

function movedDraft(definition: FormDefinition, { draft, documents }: Stored, options: MoveOptions) {
  const moved = moveApplication(definition, { ...draft, documents }, options);
  const { studentId, username } = draft;
  return moved.moves.length === 0 ? [] : [{ ...moved, studentId, username }];
}
