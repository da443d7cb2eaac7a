import { isDefinitionStored, selectNewestStart } from '#server/student-tables/submission-store.ts';
import { OperationError } from '../operation-error.ts';

import type { OperationOf } from '../operation-schemas.ts';
import type { OperationParts } from '../operation-parts.ts';
import { countOf, numberText } from './move-counts.ts';
import { moveDrafts } from './move-drafts.ts';
import { type MovesPlan, planMoves, type Report } from './plan-moves.ts';

/**
 * Shows what would become of every draft, or does it.
 *
 * @throws OperationError where the form of the command is not the one in use, and it is to be done
 */
export async function migrateDrafts(
  parts: OperationParts,
  { mode, definition }: OperationOf<'move-answers'>,
  report?: Report,
): Promise<string> {
  if (mode === 'plan') return planInWords(await planMoves(parts, definition, report));
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

function planInWords({ drafts, moves, retired, asked }: MovesPlan): string {
  return [
    `${countOf(drafts, 'draft')}; in ${numberText(moves.touched())} of them something moves.`,
    ...moves.lines(),
    `${countOf(retired, 'draft')} with an answer that is no longer offered.`,
    `${countOf(asked, 'draft')} newly asked something required.`,
    'Nothing was changed.',
  ].join('\n');
}
