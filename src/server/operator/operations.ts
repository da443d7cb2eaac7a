import { ImportError } from '../lookup/import/import-report.ts';
import { importLookup, listLookups, type LookupImport } from '../lookup/lookup-operations.ts';
import { endSessionsOf, listSessions } from '../sessions/session-store.ts';
import { beginBackup, lockFiles } from './begin-backup.ts';
import { countAnswers, countUses } from './count-answers.ts';
import { exportApplications } from './export/export-applications.ts';
import { runLinkOperation } from './links.ts';
import { moveAnswers } from './move-answers/move-answers.ts';
import { OperationError, type OperationServices, type ReportProgress } from './operation-services.ts';
import { isRecorded, type Operation, type OperationOf } from './operation-schemas.ts';
import { rotateSecret } from './rotate-secret.ts';
import { BY_OPERATOR, namingOperator } from '../audit/audit-trail.ts';
import { showTrail } from './trail.ts';
import { deleteStudent } from '#server/student-data/delete-student.ts';
import { exportStudent } from '#server/student-data/export-student.ts';
import { selectStudentId } from '#server/student-tables/account-store.ts';
import { recordView, textTable } from './operator-report.ts';
import {
  type ExpiredKind,
  NOTICE_DAYS,
  planRetention,
  removeExpired,
  type RetentionServices,
} from '../retention/retention.ts';

const NO_OPERATOR = 'The name of who gives this command is missing. Set OPERATOR to it, for the audit trail.';

/**
 * Does it and returns what the operator reads.
 *
 * @throws OperationError with a sentence when it cannot be done
 */
export async function runOperation(
  unnamed: OperationServices,
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
      return lockFiles(parts, operation);
    case 'export-applications':
      return exportApplications(parts, operation, report);
    case 'move-answers':
      return moveAnswers(parts, operation, report);
    case 'rotate-secret':
      return rotateSecret(parts, operation, report);
    case 'retention':
      return showRetention(parts, operation.mode);
    default:
      return runLinkOperation(parts, operation, report);
  }
}

async function runImport(
  parts: OperationServices,
  request: LookupImport,
  report?: ReportProgress,
): Promise<string> {
  try {
    return await importLookup(parts, request, report);
  } catch (error) {
    throw error instanceof ImportError ? new OperationError(error.message) : error;
  }
}

async function showStudent(parts: OperationServices, username: string): Promise<string> {
  const exported = await exportStudent(parts, username, BY_OPERATOR);
  if (exported === undefined) throw new OperationError(`No account has the address ${username}.`);
  return JSON.stringify(exported, undefined, 2);
}

async function showDeleted(parts: OperationServices, username: string): Promise<string> {
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
function endSessions({ db, audit }: OperationServices, username: string): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const student = await selectStudentId(trx, username).executeTakeFirst();
    if (student === undefined) throw new OperationError(`No account has the address ${username}.`);
    const ended = await endSessionsOf(trx, student.id);
    const detail = `${ended} by the operator`;
    await audit.record({ kind: 'session-ended', username, client: BY_OPERATOR, result: 'ok', detail }, trx);
    return ended;
  });
}

/** How many sessions a page has: thousands at once would fill the terminal, and the memory of the server. */
const PAGE = 100;

/**
 * Who is logged in, as a table: one page, the last seen first. Where there are more, a line says which these are.
 *
 * @throws OperationError where there is no such page
 */
export async function showSessions(
  parts: Pick<OperationServices, 'audit' | 'db'>,
  { username, page }: Pick<OperationOf<'sessions'>, 'username' | 'page'>,
  report: (line: string) => void = () => undefined,
): Promise<string> {
  const offset = (page - 1) * PAGE;
  const range = { username: username === '' ? undefined : username, offset, limit: PAGE };
  const { sessions, total } = await listSessions(parts.db, range);
  if (total === 0) return 'Nobody is logged in.';
  const pages = Math.ceil(total / PAGE);
  if (sessions.length === 0) throw new OperationError(`There is no page ${page}: the last is ${pages}.`);
  await recordView(parts, username, 'sessions');
  if (pages > 1) {
    const more = page < pages ? `; --page ${page + 1} shows more` : '';
    report(
      `Page ${page} of ${pages}: ${offset + 1} to ${offset + sessions.length} of ${total} sessions${more}.`,
    );
  }
  const rows = sessions.map((session) => [session.username, session.since, session.lastSeen]);
  return textTable(['Who', 'Since (UTC)', 'Last seen (UTC)'], rows);
}

const WORDS: Readonly<Record<ExpiredKind, string>> = {
  unconfirmed: 'accounts that were never confirmed',
  draft: 'drafts that are not used any more',
  submitted: 'applications that were submitted long ago',
  notice: `drafts that go in ${NOTICE_DAYS} days: owners to notify`,
  login: 'log-ins, except the last one of each student',
  session: 'sessions that are over',
  limit: 'counts of tries that are over',
};

/** What would be removed for having been kept long enough, or what was. */
export async function showRetention(parts: RetentionServices, mode: 'plan' | 'now'): Promise<string> {
  if (mode === 'plan') {
    const plan = await planRetention(parts);
    const rows = plan.map(([kind, { count, oldest }]) => [
      WORDS[kind],
      String(count),
      oldest?.toISOString() ?? '',
    ]);
    return textTable(['What', 'How many', 'Oldest (UTC)'], rows);
  }
  const removed = await removeExpired(parts);
  return textTable(
    ['What was removed', 'How many'],
    [...removed].map(([kind, count]) => [WORDS[kind], String(count)]),
  );
}
