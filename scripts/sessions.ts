import { parseArgs } from 'node:util';
import { requestOperation, requireAddress, runCommand } from './operator/operator-command.ts';

const USAGE = `npm run sessions [-- --user <email>]
npm run sessions -- --end <email>

Lists who is logged in, or logs a student out everywhere. The audit trail names you: set OPERATOR.`;

/** Lists sessions, or ends all of one student's at once. */
async function showOrEndSessions(): Promise<string> {
  const { values } = parseArgs({ options: { user: { type: 'string' }, end: { type: 'string' } } });
  if (values.end !== undefined)
    return requestOperation({ kind: 'end-sessions', username: requireAddress(values.end) });
  const username = values.user === undefined ? '' : requireAddress(values.user);
  return requestOperation({ kind: 'sessions', username });
}

await runCommand(USAGE, showOrEndSessions);
