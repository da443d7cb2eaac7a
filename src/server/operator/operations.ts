import { ImportFault } from '../lookup/import/import-fault.ts';
import { importLookup, listLookups, type LookupImport } from '../lookup/lookup-operations.ts';
import { endSessionsOf } from '../sessions/session-store.ts';
import { beginBackup, keepFilesOf } from './begin-backup.ts';
import { countAnswers, countUses } from './count-answers.ts';
import { exportApplications } from './export/export-applications.ts';
import { makePrefill } from './make-prefill.ts';
import { momentText, runLinkOperation } from './links.ts';
import { makeServiceLink } from './make-service-link.ts';
import { migrateDrafts } from './migrate/migrate-operation.ts';
import { showRetention } from './show-retention.ts';
import { OperationError } from './operation-error.ts';
import { isRecorded, type Operation, type OperationOf } from './operation-schemas.ts';
import type { OperationParts } from './operation-parts.ts';
import { rotateSecret } from './rotate-secret.ts';
import { BY_OPERATOR, namingOperator } from '../audit/audit-trail.ts';
import { showTrail } from './show-audit.ts';
import { showSessions } from './show-sessions.ts';
import { deleteStudent } from '#server/student-data/delete-student.ts';
import { exportStudent } from '#server/student-data/export-student.ts';
import { selectStudentId } from '#server/student-tables/account-store.ts';

const HOUR_MS = 3_600_000;

/** Takes a line for the operator before the result: how far a long command is, how long a link is valid. */
export type ReportProgress = (progress: string) => void;

const NO_OPERATOR = 'The name of who gives this command is missing. Set OPERATOR to it, for the audit trail.';

/**
 * Does it and returns what the operator reads.
 *
 * @throws OperationError with a sentence when it cannot be done
 */
export async function runOperation(
  unnamed: OperationParts,
  operation: Operation,
  report?: ReportProgress,
): Promise<string> {
  const { operator = '' } = operation;
  if (operator === '' && isRecorded(operation)) throw new OperationError(NO_OPERATOR);
  const parts = { ...unnamed, audit: namingOperator(unnamed.audit, operator) };
  switch (operation.kind) {
    case 'trail':
      return showTrail(parts, operation, report);
    case 'sessions':
      return showSessions(parts, operation, report);
    case 'end-sessions':
      return `Ended ${counted(await endSessions(parts, operation.username), 'session')} of ${operation.username}.`;
    case 'export-student':
      return showStudent(parts, operation.username);
    case 'count-answers':
      return JSON.stringify(await countAnswers(parts), undefined, 2);
    case 'count-uses':
      return (await countUses(parts, operation.using)).join('\n');
    case 'delete-student':
      return showDeleted(parts, operation.username);
    case 'import-lookup':
      return runImport(parts, operation, report);
    case 'list-lookups':
      return listLookups(parts);
    case 'begin-backup':
      return beginBackup(parts, operation);
    case 'keep-files':
      return keepFilesOf(parts, operation);
    case 'export-applications':
      return exportApplications(parts, operation, report);
    case 'move-answers':
      return migrateDrafts(parts, operation, report);
    case 'rotate-secret':
      return rotateSecret(parts, operation, report);
    case 'retention':
      return showRetention(parts, operation.mode);
    case 'service-links':
    case 'revoke-service-links':
    case 'prefills':
    case 'revoke-prefill':
      return runLinkOperation(parts, operation);
    case 'service-link':
      return showServiceLink(parts, operation, report);
    default:
      return showPrefillLink(parts, operation, report);
  }
}

async function runImport(
  parts: OperationParts,
  request: LookupImport,
  report?: ReportProgress,
): Promise<string> {
  try {
    return await importLookup(parts, request, report);
  } catch (error) {
    throw error instanceof ImportFault ? new OperationError(error.message) : error;
  }
}

/** The result is the link alone, so that a script can use it; how long it is valid is reported next to it. */
async function showServiceLink(
  parts: OperationParts,
  asked: OperationOf<'service-link'>,
  report?: ReportProgress,
) {
  const link = await makeServiceLink(parts, asked);
  report?.(`${validUntil(parts.clock(), asked.hours)} Anyone who has this link can read the application.`);
  return link;
}

async function showPrefillLink(
  parts: OperationParts,
  asked: OperationOf<'prefill'>,
  report?: ReportProgress,
) {
  const token = await makePrefill(parts, asked);
  report?.(
    `${validUntil(parts.clock(), asked.hours)} The first visitor who opens this link gets the answers.`,
  );
  return `${parts.publicOrigin()}/?token=${token}`;
}

function validUntil(now: Date, hours: number): string {
  return `Valid until ${momentText(new Date(now.getTime() + hours * HOUR_MS))} UTC.`;
}

async function showStudent(parts: OperationParts, username: string): Promise<string> {
  const exported = await exportStudent(parts, username, BY_OPERATOR);
  if (exported === undefined) throw new OperationError(`No account has the address ${username}.`);
  return JSON.stringify(exported, undefined, 2);
}

async function showDeleted(parts: OperationParts, username: string): Promise<string> {
  const { accounts, events, jobs, mails, files } = await deleteStudent(parts, username, { by: BY_OPERATOR });
  const counts = [
    counted(accounts, 'account'),
    counted(jobs, 'job'),
    counted(mails, 'mail'),
    counted(files, 'file'),
  ];
  const lines = [
    `Deleted ${counts.join(', ')} of ${username}. Backups keep it until they expire.`,
    `The audit trail keeps ${counted(events, 'event')}, without the name.`,
  ];
  if (accounts === 0)
    throw new OperationError([`No account has the address ${username}.`, ...lines].join('\n'));
  return lines.join('\n');
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** Ends every session of an account at once. @returns how many there were @throws OperationError where there is none */
function endSessions({ db, audit }: OperationParts, username: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const student = await selectStudentId(trx, username).executeTakeFirst();
    if (student === undefined) throw new OperationError(`No account has the address ${username}.`);
    const ended = await endSessionsOf(trx, student.id);
    const detail = `${ended} by the operator`;
    await audit.record({ kind: 'session-ended', username, client: BY_OPERATOR, result: 'ok', detail }, trx);
    return ended;
  });
}
