import { counted } from '#form/summary/counted.ts';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { importLookup, listLookups } from '../lookup/lookup-operations.ts';
import { endSessionsOf, listSessions } from '#server/student-tables/session-store.ts';
import { pauseDeletion, PAUSE_MINUTES } from '../files/paused-deletion.ts';
import { countAnswers } from './count-answers.ts';
import { exportApplications } from './export/export-applications.ts';
import {
  endPrefill,
  endServiceLinks,
  makePrefill,
  makeServiceLink,
  showPrefills,
  showServiceLinks,
} from './links.ts';
import { moveAnswers } from './move-answers/move-answers.ts';
import { type OperationServices, type ReportProgress, requireCycle } from './operation-services.ts';
import { isRecorded, type Operation, type OperationKind, type OperationOf } from './operation-schemas.ts';
import { rotateSecret } from './rotate-secret.ts';
import { BY_OPERATOR, namingOperator } from '../audit/audit-trail.ts';
import { deleteStudent, trailAddressesOf } from '#server/student-data/delete-student.ts';
import { exportStudent } from '#server/student-data/export-student.ts';
import { readServerSecret } from '../database/server-secret.ts';
import { logIdOf } from '../http/request-log.ts';
import { selectStudentId } from '#server/student-tables/account-store.ts';
import { operatorEvent, recordView, textTable } from './operator-report.ts';
import { NOTICE_DAYS, planRetention, removeExpired, type RetentionServices } from '../retention/retention.ts';
import type { ExpiredKind } from '../retention/retention-store.ts';
import { errorCodeOf } from '../http/error-log.ts';
import { OperationError } from '../http/operation-error.ts';
import { copyEmbedded, CopyInProgress } from '../database/copy-embedded.ts';
import { embeddedFolder } from '../database/pglite.ts';

const NO_OPERATOR = 'The name of who gives this command is missing. Set OPERATOR to it, for the audit trail.';

type Handlers = {
  readonly [Kind in OperationKind]: (
    parts: OperationServices,
    operation: OperationOf<Kind>,
    report: ReportProgress,
  ) => Promise<string | void>;
};

const HANDLERS: Handlers = {
  trail: showTrail,
  sessions: showSessions,
  'end-sessions': endSessions,
  retention: async (parts, { mode, cycle }) => {
    const filter = cycle === 'all' ? undefined : await requireCycle(parts, cycle);
    return showRetention({ ...parts, filter }, mode);
  },
  'export-student': showStudent,
  'student-log-id': showLogId,
  'delete-student': showDeleted,
  'list-lookups': listLookups,
  'import-lookup': importLookup,
  prefill: makePrefill,
  prefills: showPrefills,
  'revoke-prefill': endPrefill,
  'service-link': makeServiceLink,
  'service-links': showServiceLinks,
  'revoke-service-links': endServiceLinks,
  'rotate-secret': rotateSecret,
  'count-answers': async (parts, { cycle }) =>
    JSON.stringify(await countAnswers(parts, await requireCycle(parts, cycle)), undefined, 2),
  'export-applications': exportApplications,
  'begin-backup': beginBackup,
  'keep-files': ({ db }, { id, minutes }) => pauseDeletion(db, id, minutes),
  'move-answers': moveAnswers,
};

/** Runs an operation. @returns the output @throws OperationError with a sentence if it fails */
export async function runOperation(
  unnamed: OperationServices,
  operation: Operation,
  report: ReportProgress = () => undefined,
): Promise<string> {
  const { operator = '' } = operation;
  if (operator === '' && isRecorded(operation)) throw new OperationError(NO_OPERATOR);
  const parts = { ...unnamed, audit: namingOperator(unnamed.audit, operator) };
  const run = <Kind extends OperationKind>(kind: Kind, wanted: OperationOf<Kind>) =>
    HANDLERS[kind](parts, wanted, report);
  return (await run<OperationKind>(operation.kind, operation)) ?? '';
}

type OfStudent = { readonly username: string };

async function showStudent(parts: OperationServices, { username }: OfStudent): Promise<string> {
  const exported = await exportStudent(parts, username, BY_OPERATOR);
  if (exported === undefined) throw unknownAddress(username);
  return text(Readable.from(exported));
}

async function showLogId(
  parts: Pick<OperationServices, 'audit' | 'db' | 'random'>,
  { username }: OfStudent,
): Promise<string> {
  const student = await selectStudentId(parts.db, username).executeTakeFirst();
  if (student === undefined) throw unknownAddress(username);
  await recordView(parts, username, 'log id');
  return logIdOf(await readServerSecret(parts.db, parts.random), student.id);
}

async function showDeleted(parts: OperationServices, { username }: OfStudent): Promise<string> {
  const { accounts, events, jobs, mails, files } = await deleteStudent(parts, username, { by: BY_OPERATOR });
  const counts = Object.entries({ account: accounts, job: jobs, mail: mails, file: files });
  const deleted = counts.map(([thing, count]) => counted(count, thing)).join(', ');
  const lines = `Deleted ${deleted} of ${username}. Backups keep it until they expire.
The audit trail keeps ${counted(events, 'event')}, without the name.`;
  if (accounts === 0) throw unknownAddress(username, `\n${lines}`);
  return lines;
}

function unknownAddress(username: string, more = ''): OperationError {
  return new OperationError(`No account has the address ${username}.${more}`);
}

/** Ends every session of an account. @throws OperationError for an unknown address */
async function endSessions({ db, audit }: OperationServices, { username }: OfStudent): Promise<string> {
  const ended = await db.transaction().execute(async (trx) => {
    const student = await selectStudentId(trx, username).executeTakeFirst();
    if (student === undefined) throw unknownAddress(username);
    const count = await endSessionsOf(trx, student.id);
    const detail = `${count} by the operator`;
    await audit.record(operatorEvent('session-ended', { username, detail }), trx);
    return count;
  });
  return `Ended ${counted(ended, 'session')} of ${username}.`;
}

/** Sessions per page: thousands would fill the terminal and the server's memory. */
const PAGE = 100;

/** Lists sessions as a table, last seen first, by page. @throws OperationError for an unknown page */
export async function showSessions(
  parts: Pick<OperationServices, 'audit' | 'db'>,
  { username, page }: Pick<OperationOf<'sessions'>, 'username' | 'page'>,
  report: ReportProgress = () => undefined,
): Promise<string> {
  const offset = (page - 1) * PAGE;
  const { sessions, total } = await listSessions(parts.db, { username, offset, limit: PAGE });
  if (total === 0) return 'Nobody is logged in.';
  const pages = Math.ceil(total / PAGE);
  if (sessions.length === 0) throw new OperationError(`There is no page ${page}: the last is ${pages}.`);
  await recordView(parts, username, 'sessions');
  const more = page < pages ? `; --page ${page + 1} shows more` : '';
  const range = `${offset + 1} to ${offset + sessions.length} of ${total} sessions`;
  if (pages > 1) report(`Page ${page} of ${pages}: ${range}${more}.`);
  const rows = sessions.map((session) => [session.username, session.since, session.lastSeen]);
  return textTable(['Who', 'Since (UTC)', 'Last seen (UTC)'], rows);
}

const WORDS: Readonly<Record<ExpiredKind, string>> = {
  unconfirmed: 'accounts that were never confirmed',
  draft: 'drafts that are no longer used',
  submitted: 'applications that were submitted long ago',
  notice: `drafts that go in ${NOTICE_DAYS} days: owners to notify`,
  login: 'log-ins, except the last one of each student',
  session: 'sessions that are over',
  limit: 'counts of tries that are over',
};

/** Shows expired data, or removes it and shows the counts. */
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

/** Locks files for a backup and copies the embedded database. @throws OperationError on failure */
async function beginBackup(
  { audit, db, databaseUrl, dataDir }: OperationServices,
  { id, copyTo }: OperationOf<'begin-backup'>,
): Promise<void> {
  await audit.recordFirst(operatorEvent('backup'));
  await pauseDeletion(db, id, PAUSE_MINUTES);
  if (databaseUrl !== undefined) return;
  try {
    await copyEmbedded(db, embeddedFolder(dataDir), embeddedFolder(copyTo));
  } catch (error) {
    await pauseDeletion(db, id, 0);
    if (error instanceof CopyInProgress)
      throw new OperationError(
        'Another backup is being made. Wait for its end, then run this command again.',
      );
    if (!(error instanceof Error && 'path' in error)) throw error;
    throw new OperationError(
      `The database cannot be copied to ${copyTo} (${errorCodeOf(error)}). It needs as much space there as it has itself.`,
    );
  }
}

/** Shows matching events as a table; by default those of operators and links. @throws OperationError for bad times */
async function showTrail(
  parts: OperationServices,
  filter: OperationOf<'trail'>,
  report: ReportProgress,
): Promise<string> {
  const { username, event, client, since, before, limit } = filter;
  if (new Date(since) > parts.clock())
    throw new OperationError(`--since is "${since.slice(0, 10)}", which is in the future.`);
  if (before !== '' && before <= since) throw new OperationError('--before must be later than --since.');
  const isByStaff = `${username}${event}${client}` === '';
  const found = await parts.audit.find({
    addresses: username === '' ? undefined : await trailAddressesOf(parts.db, username),
    kind: event || undefined,
    client: client || undefined,
    isByStaff,
    since: new Date(since),
    before: before === '' ? undefined : new Date(before),
    limit: limit + 1,
  });
  const events = found.slice(-limit);
  if (events.length === 0) {
    const isAll = `${event}${client}${before}` === '' && new Date(since).getTime() === 0;
    return isAll && username !== ''
      ? `Nothing is recorded about ${username}.`
      : 'No matching event is recorded.';
  }
  await recordView(parts, username, 'audit trail');
  if (isByStaff)
    report('What operators did and what links opened; --user, --kind or --client shows other events.');
  if (found.length > limit)
    report(`These are the newest ${limit} of more. --limit shows more of them, --before earlier ones.`);
  // Including former addresses of the student.
  const hasNames = events.some((each) => each.username !== username);
  const head = ['When (UTC)', 'What', ...(hasNames ? ['Who'] : []), 'Result', 'From', 'Detail'];
  const rows = events.map((each) => [
    each.at.toISOString(),
    each.kind,
    ...(hasNames ? [each.username] : []),
    each.result,
    each.operator === null ? each.client : `${each.client} ${each.operator}`,
    each.detail ?? '',
  ]);
  return textTable(head, rows);
}
