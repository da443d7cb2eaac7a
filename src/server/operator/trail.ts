import { trailAddressesOf } from '../student-data/delete-student.ts';
import { OperationError, type OperationServices, type ReportProgress } from './operation-services.ts';
import type { OperationOf } from './operation-schemas.ts';
import { recordView, textTable } from './operator-report.ts';

/** Shows matching events as a table; by default those of operators and links. @throws OperationError for bad times */
export async function showTrail(
  parts: OperationServices,
  filter: OperationOf<'trail'>,
  report: ReportProgress,
): Promise<string> {
  const { username, event, client, since, before, limit } = filter;
  if (new Date(since) > parts.clock())
    throw new OperationError(`--since is "${since.slice(0, 10)}", which is still to come.`);
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
      : 'Nothing that fits is recorded.';
  }
  await recordView(parts, username, 'audit trail');
  if (isByStaff)
    report('What operators did and what links opened; --user, --kind or --client shows other events.');
  if (found.length > limit)
    report(`These are the newest ${limit} of more. --limit shows more of them, --before earlier ones.`);
  // Under a former address of the student, too.
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
