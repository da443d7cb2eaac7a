import { OperationError } from '#server/http/operation-error.ts';
import { counted, withCommas } from '#form/summary/counted.ts';
import { selectDefinition, selectNewestStart } from '#server/student-tables/submission-store.ts';
import type { OperationServices, ReportProgress } from '../operation-services.ts';
import type { OperationOf } from '../operation-schemas.ts';
import {
  type MigrationPlan,
  planMigration,
  createMoveCounts,
  type MoveCounts,
  draftsOf,
} from './plan-migration.ts';
import { momentText } from '../operator-report.ts';
import { migrateApplication } from '#form/migration/migrate-application.ts';
import { migrateDraft } from '#server/answer-migration/migrated-application.ts';

/** Plans or runs the migration of all drafts. @throws OperationError to run it with a form not in use */
export async function moveAnswers(
  parts: OperationServices,
  { mode, definition }: OperationOf<'move-answers'>,
  report: ReportProgress,
): Promise<string> {
  if (mode === 'plan') return describePlan(await planMigration(parts, definition, report));
  // Only a running server can have another form; a command alone has loaded the same files.
  if (parts.questionnaire.definition.hash !== definition.hash)
    throw new OperationError(
      'The server that runs has another version of the form than the files here. Restart it with this version; --plan works until then.',
    );
  if ((await selectDefinition(parts.db, definition.hash)) === undefined)
    throw new OperationError(notStarted(await selectNewestStart(parts.db)));
  const { drafts, moves } = await moveDrafts(parts, report);
  return [`${counted(moves.touched(), 'draft')} of ${withCommas(drafts)} moved.`, ...moves.lines()].join(
    '\n',
  );
}

function notStarted(newest: Date | undefined): string {
  const since = newest ? ` The newest known one first started at ${momentText(newest)} UTC.` : '';
  return `No server has started with this version of the form yet.${since} Start one first; --plan works until then.`;
}

function describePlan({ drafts, moves, retired }: MigrationPlan): string {
  return [
    `${counted(drafts, 'draft')}; in ${withCommas(moves.touched())} of them something moves.`,
    ...moves.lines(),
    `${counted(retired, 'draft')} with an answer that is no longer offered.`,
    'Nothing was changed.',
  ].join('\n');
}

/** Migrates all drafts in short transactions, so that it can be interrupted and repeated. */
async function moveDrafts(
  parts: OperationServices,
  report: ReportProgress,
): Promise<{ readonly drafts: number; readonly moves: MoveCounts }> {
  const { db, clock, questionnaire, files } = parts;
  const { definition } = questionnaire;
  const moveParts = { ...parts, definition, discard: (keys: readonly string[]) => files.remove(keys) };
  const moves = createMoveCounts();
  let drafts = 0;
  for await (const draft of draftsOf(db, definition, report)) {
    const options = { now: clock(), deletes: true };
    drafts += 1;
    if (migrateApplication(definition, draft, options).moves.length > 0)
      moves.add(await migrateDraft(moveParts, draft.studentId, options));
  }
  return { drafts, moves };
}
