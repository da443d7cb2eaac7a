import { parseArgs } from 'node:util';
import { CommandFault } from './operator/argument-fault.ts';
import { requestOperation, requireAddress, requireTime, runCommand } from './operator/operator-command.ts';

const USAGE = 'npm run audit -- --user <email> [--since 2026-11-01] [--limit 200]';

/** Prints what an address did and what was done with its account, oldest first. */
async function showAudit(): Promise<string> {
  const { values } = parseArgs({
    options: {
      user: { type: 'string' },
      since: { type: 'string', default: '1970-01-01' },
      limit: { type: 'string', default: '200' },
    },
  });
  const username = requireAddress(values.user);
  const since = requireTime('--since', values.since);
  if (!/^[1-9]\d{0,6}$/.test(values.limit))
    throw new CommandFault(`--limit is "${values.limit}", but it must be a number of lines like 200.`);
  return requestOperation({
    kind: 'audit',
    username,
    since: since.toISOString(),
    limit: Number(values.limit),
  });
}

await runCommand(USAGE, showAudit);
