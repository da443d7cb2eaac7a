import { documentKeysToMove, moveApplication } from '#form/moves/move-application.ts';
import { moveTogether } from '#server/moves/move-together.ts';
import { selectAttachedTimesOf } from '#server/student-tables/document-store.ts';

import type { OperationParts } from '../operation-parts.ts';
import { createMoveCounts, type MoveCounts, numberText } from './move-counts.ts';
import { draftsOf, type Report } from './plan-moves.ts';

/** Locked and moved in one transaction: a save waits for it a part of a second. */
const BATCH = 100;
const PROGRESS_EVERY = 10_000;

/**
 * Moves what is stored of every draft, and deletes what was retired so. Each batch is one short transaction; run again
 * it goes on where it was stopped, for what has moved is passed over.
 *
 * @returns how many drafts there are, and what became of them
 */
export async function moveDrafts(
  parts: OperationParts,
  report: Report = () => undefined,
): Promise<{ readonly drafts: number; readonly moves: MoveCounts }> {
  const { db, clock, questionnaire, files } = parts;
  const { definition } = questionnaire;
  const moveParts = { ...parts, definition, discard: (keys: readonly string[]) => files.remove(keys) };
  const moves = createMoveCounts();
  let drafts = 0;
  for await (const batch of draftsOf(db, BATCH)) {
    const options = { now: clock(), deletes: true };
    const ids = batch.map(({ studentId }) => studentId);
    const documents = await selectAttachedTimesOf(db, ids, documentKeysToMove(definition));
    const toMove = batch
      .map((draft) => ({ ...draft, documents: documents.get(draft.studentId) ?? {} }))
      .filter((draft) => moveApplication(definition, draft, options).moves.length > 0)
      .map(({ studentId }) => studentId);
    if (toMove.length > 0)
      for (const moved of await moveTogether(moveParts, toMove, options)) moves.add(moved);
    if (Math.floor(drafts / PROGRESS_EVERY) < Math.floor((drafts + batch.length) / PROGRESS_EVERY))
      report(`${numberText(drafts + batch.length)} drafts …`);
    drafts += batch.length;
  }
  return { drafts, moves };
}
