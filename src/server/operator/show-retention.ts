import {
  type ExpiredKind,
  NOTICE_DAYS,
  planRetention,
  removeExpired,
  type RetentionServices,
} from '../retention/retention.ts';
import { textTable } from './text-table.ts';

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
