import { documentKeysToMove, moveApplication } from '#form/moves/move-application.ts';
import { moveTogether } from '#server/moves/move-together.ts';
import { selectAttachedTimesOf } from '#server/student-tables/document-store.ts';

import type { OperationParts } from '../operation-parts.ts';
import { draftsOf, type Report } from './plan-moves.ts';

/** Locked and moved in one transaction: a save waits for it a part of a second. */
const BATCH = 100;
const PROGRESS_EVERY = 10_000;

/**
 * Moves what is stored of every draft, and deletes what was retired so. Each batch is one short transaction; run again
 * it goes on where it was stopped, for what has moved is passed over.
 *
 * @returns how many drafts there are, and in how many of them anything moved
 */
export async function moveDrafts(
  parts: OperationParts,
  report: Report = () => undefined,
): Promise<{ readonly drafts: number; readonly moved: number }> {
  const { db, clock, questionnaire, files } = parts;
  const { definition } = questionnaire;
  const moveParts = { ...parts, definition, discard: (keys: readonly string[]) => files.remove(keys) };
  let [drafts, moved] = [0, 0];
  for await (const batch of draftsOf(db, BATCH)) {
    const options = { now: clock(), deletes: true };
    const ids = batch.map(({ studentId }) => studentId);
    const documents = await selectAttachedTimesOf(db, ids, documentKeysToMove(definition));
    const toMove = batch
      .map((draft) => ({ ...draft, documents: documents.get(draft.studentId) ?? {} }))
      .filter((draft) => moveApplication(definition, draft, options).moves.length > 0)
      .map(({ studentId }) => studentId);
    if (toMove.length > 0) moved += await moveTogether(moveParts, toMove, options);
    if (Math.floor(drafts / PROGRESS_EVERY) < Math.floor((drafts + batch.length) / PROGRESS_EVERY))
      report(`${drafts + batch.length} drafts …`);
    drafts += batch.length;
  }
  return { drafts, moved };
}
