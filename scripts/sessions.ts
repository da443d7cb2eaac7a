import { parseArgs } from 'node:util';
import { CommandFault } from './command/argument-fault.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation, requireAddress } from './operator/operator-command.ts';

const USAGE = `npm run sessions [-- --user <email>] [--page 2]
npm run sessions -- --end <email>

Lists who is logged in, the last seen first, 100 on a page; or logs a student out everywhere. The audit trail names you: set OPERATOR.`;

/** Lists sessions, or ends all of one student's at once. */
async function showOrEndSessions(): Promise<string> {
  const { values } = parseArgs({
    options: { user: { type: 'string' }, end: { type: 'string' }, page: { type: 'string', default: '1' } },
  });
  if (values.end !== undefined)
    return requestOperation({ kind: 'end-sessions', username: requireAddress(values.end) });
  const username = values.user === undefined ? '' : requireAddress(values.user);
  if (!/^[1-9]\d{0,5}$/.test(values.page))
    throw new CommandFault(`--page is "${values.page}", but it must be a number like 2.`);
  return requestOperation({ kind: 'sessions', username, page: Number(values.page) });
}

await runCommand(USAGE, showOrEndSessions);
