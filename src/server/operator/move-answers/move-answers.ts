import { isDefinitionStored, selectNewestStart } from '#server/student-tables/submission-store.ts';
import { OperationError, type OperationServices, type ReportProgress } from '../operation-services.ts';
import type { OperationOf } from '../operation-schemas.ts';
import {
  countOf,
  numberText,
  type MovesPlan,
  planMoves,
  createMoveCounts,
  type MoveCounts,
  draftsOf,
} from './plan-moves.ts';
import { documentKeysToMove, moveApplication } from '#form/moves/move-application.ts';
import { moveTogether } from '#server/answer-migration/migrated-application.ts';
import { selectAttachedTimesOf } from '#server/student-tables/document-store.ts';

/**
 * Shows what would become of every draft, or does it.
 *
 * @throws OperationError where the form of the command is not the one in use, and it is to be done
 */
export async function moveAnswers(
  parts: OperationServices,
  { mode, definition }: OperationOf<'move-answers'>,
  report?: ReportProgress,
): Promise<string> {
  if (mode === 'plan') return describePlan(await planMoves(parts, definition, report));
  // Only a server that runs does this with a form of its own; a command alone has loaded the same files.
  if (parts.questionnaire.definition.hash !== definition.hash)
    throw new OperationError(
      'The server that runs has another version of the form than the files here. Restart it with this version; --plan works until then.',
    );
  if (!(await isDefinitionStored(parts.db, definition.hash)))
    throw new OperationError(notStarted(await selectNewestStart(parts.db)));
  const { drafts, moves } = await moveDrafts(parts, report);
  return [`${countOf(moves.touched(), 'draft')} of ${numberText(drafts)} moved.`, ...moves.lines()].join(
    '\n',
  );
}

function notStarted(newest: Date | undefined): string {
  const since = newest?.toISOString().slice(0, 16).replace('T', ' ');
  return [
    'No server has started with this version of the form yet.',
    ...(since === undefined ? [] : [`The newest known one first started at ${since} UTC.`]),
    'Start one first; --plan works until then.',
  ].join(' ');
}

function describePlan({ drafts, moves, retired, newlyRequired }: MovesPlan): string {
  return [
    `${countOf(drafts, 'draft')}; in ${numberText(moves.touched())} of them something moves.`,
    ...moves.lines(),
    `${countOf(retired, 'draft')} with an answer that is no longer offered.`,
    `${countOf(newlyRequired, 'draft')} newly asked something required.`,
    'Nothing was changed.',
  ].join('\n');
}

/** Locked and moved in one transaction: a save waits for it a part of a second. */
const BATCH = 100;
const PROGRESS_EVERY = 10_000;

/**
 * Moves what is stored of every draft, and deletes what was retired so. Each batch is one short transaction; run again
 * it goes on where it was stopped, for what has moved is passed over.
 *
 * @returns how many drafts there are, and what became of them
 */
async function moveDrafts(
  parts: OperationServices,
  report: ReportProgress = () => undefined,
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
