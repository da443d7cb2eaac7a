import { trailAddressesOf } from '../student-data/trail-addresses.ts';
import type { OperationParts } from './operation-parts.ts';
import { recordView } from './record-view.ts';
import { textTable } from './text-table.ts';

export type AuditOperation = {
  readonly kind: 'audit';
  /** Of the account; each of these is empty where it does not matter. */
  readonly username: string;
  readonly event: string;
  readonly client: string;
  /** ISO time. */
  readonly since: string;
  readonly before: string;
  readonly limit: number;
};

/** The events that fit, as a table. Where nothing is said of whom or what, those of operators and of links. */
export async function showAudit(
  parts: OperationParts,
  asked: AuditOperation,
  report: (line: string) => void = () => undefined,
): Promise<string> {
  const { username, event, client, since, before, limit } = asked;
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
