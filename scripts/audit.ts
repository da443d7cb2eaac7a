import { parseArgs } from 'node:util';
import { AUDIT_KINDS } from '#server/audit/audit-trail.ts';
import { CommandFault } from './command/argument-fault.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation, requireAddress, requireTime } from './operator/operator-command.ts';

const USAGE = `npm run audit
npm run audit -- [--user <email>] [--kind export] [--client <address>] [--since 2026-11-01] [--before 2026-11-02] [--limit 200]

What happened, oldest first. Without --user, --kind and --client: what operators did, such as exports, and what links
showed to those who opened them. --client is the address of a client, or the name of an operator. Times are UTC; a day
begins at midnight. Looking is recorded, with your name: set OPERATOR.

Kinds: ${AUDIT_KINDS.join(', ')}.`;

/** How the name of a deleted student begins in the trail. */
const DELETED = 'deleted:';

/** Prints what happened: of an account, of a kind, from an address, in a time. */
async function showAudit(): Promise<string> {
  const { values } = parseArgs({
    options: {
      user: { type: 'string', default: '' },
      kind: { type: 'string', default: '' },
      client: { type: 'string', default: '' },
      since: { type: 'string', default: '1970-01-01' },
      before: { type: 'string' },
      limit: { type: 'string', default: '200' },
    },
  });
  const { user, kind, client } = values;
  if (kind !== '' && !AUDIT_KINDS.some((each) => each === kind))
    throw new CommandFault(`--kind is "${kind}", but it must be one of ${AUDIT_KINDS.join(', ')}.`);
  const since = requireTime('--since', values.since);
  const before = values.before === undefined ? undefined : requireTime('--before', values.before);
  if (since > new Date()) throw new CommandFault(`--since is "${values.since}", which is still to come.`);
  if (before && before <= since) throw new CommandFault('--before must be later than --since.');
  if (!/^[1-9]\d{0,6}$/.test(values.limit))
    throw new CommandFault(`--limit is "${values.limit}", but it must be a number of lines like 200.`);
  return requestOperation({
    kind: 'audit',
    username: user === '' || user.startsWith(DELETED) ? user : requireAddress(user),
    event: kind,
    client,
    since: since.toISOString(),
    before: before?.toISOString() ?? '',
    limit: Number(values.limit),
  });
}

await runCommand(USAGE, showAudit);
