import { listSessions } from '../sessions/session-store.ts';
import { OperationError } from './operation-error.ts';
import type { OperationParts } from './operation-parts.ts';
import type { OperationOf } from './operation-schemas.ts';
import { recordView } from './record-view.ts';
import { textTable } from './text-table.ts';

/** How many sessions a page has: thousands at once would fill the terminal, and the memory of the server. */
const PAGE = 100;

/**
 * Who is logged in, as a table: one page, the last seen first. Where there are more, a line says which these are.
 *
 * @throws OperationError where there is no such page
 */
export async function showSessions(
  parts: Pick<OperationParts, 'audit' | 'db'>,
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
