import { selectUsername } from '#server/student-tables/account-store.ts';
import { BY_OPERATOR } from '../audit/audit-trail.ts';
import { listPrefills, revokePrefill } from '../prefill/prefill-store.ts';
import { listServiceLinks, revokeServiceLinks } from '../service/service-token-store.ts';
import type { LinkChoice } from './command-schema.ts';
import { OperationError } from './operation-error.ts';
import type { OperationParts } from './operation-parts.ts';
import type { OperationOf } from './operation-schemas.ts';
import { recordView } from './record-view.ts';
import { textTable } from './text-table.ts';

type LinkOperation = OperationOf<'service-links' | 'revoke-service-links' | 'prefills' | 'revoke-prefill'>;

/** Lists or ends links; what is ended opens nothing from then on. */
export function runLinkOperation(parts: OperationParts, operation: LinkOperation): Promise<string> {
  switch (operation.kind) {
    case 'service-links':
      return showServiceLinks(parts, operation.username);
    case 'revoke-service-links':
      return endServiceLinks(parts, operation.link);
    case 'prefills':
      return showPrefills(parts);
    default:
      return endPrefill(parts, operation.link);
  }
}

async function showServiceLinks(parts: OperationParts, username: string): Promise<string> {
  const links = await listServiceLinks(parts.db, parts.clock(), username);
  if (links.length === 0) return 'No link opens an application now.';
  await recordView(parts, username, 'links to applications');
  const rows = links.map((link) => [
    String(link.number),
    link.username,
    link.made_for ?? '',
    momentText(link.created_at),
    momentText(link.expires_at),
  ]);
  return textTable(['Number', 'Application of', 'For', 'Made (UTC)', 'Valid until (UTC)'], rows);
}

async function endServiceLinks({ db, audit }: OperationParts, choice: LinkChoice): Promise<string> {
  const ended = await db.transaction().execute(async (transaction) => {
    const links = await revokeServiceLinks(transaction, choice);
    for (const { number, studentId } of links) {
      const username = (await selectUsername(transaction, studentId)) ?? '';
      const event = { kind: 'service-view', username, client: BY_OPERATOR, result: 'ok' } as const;
      await audit.record({ ...event, detail: `link ${number} revoked` }, transaction);
    }
    return links.map(({ number }) => number);
  });
  return revokedText(ended);
}

async function showPrefills({ db, clock }: OperationParts): Promise<string> {
  const links = await listPrefills(db, clock());
  if (links.length === 0) return 'No link has answers now.';
  const rows = links.map((link) => [
    String(link.number),
    link.partner,
    link.created_at === null ? '' : momentText(link.created_at),
    momentText(link.expires_at),
    link.claimed_at === null ? '' : momentText(link.claimed_at),
  ]);
  return textTable(['Number', 'Partner', 'Made (UTC)', 'Valid until (UTC)', 'Opened (UTC)'], rows);
}

async function endPrefill(
  { db, audit }: OperationParts,
  choice: LinkChoice<'number' | 'token'>,
): Promise<string> {
  const ended = await db.transaction().execute(async (transaction) => {
    const number = await revokePrefill(transaction, choice);
    if (number === undefined) return [];
    const event = { kind: 'prefill', username: '', client: BY_OPERATOR, result: 'ok' } as const;
    await audit.record({ ...event, detail: `link ${number} revoked` }, transaction);
    return [number];
  });
  return revokedText(ended);
}

function revokedText(numbers: readonly number[]): string {
  if (numbers.length === 0) throw new OperationError('There is no such link, or it has ended already.');
  return `Revoked ${numbers.length === 1 ? 'link' : 'links'} ${numbers.join(', ')}.`;
}

/** To the minute, in the one time zone that everybody reads alike. */
export function momentText(time: Date): string {
  return time.toISOString().slice(0, 16).replace('T', ' ');
}
