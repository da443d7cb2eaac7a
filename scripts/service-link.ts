import { parseArgs } from 'node:util';
import { CommandFault } from './operator/argument-fault.ts';
import { requestOperation, requireAddress, runCommand } from './operator/operator-command.ts';

const USAGE = 'npm run service-link -- --user <email> [--hours 24]';
/** Whoever has the link reads the application; a month is long enough for any committee. */
const MOST_HOURS = 744;

/** Prints a link that shows one application, read-only, to whoever opens it. */
async function makeLink(): Promise<string> {
  const { values } = parseArgs({
    options: { user: { type: 'string' }, hours: { type: 'string', default: '24' } },
  });
  const username = requireAddress(values.user);
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= MOST_HOURS)) {
    throw new CommandFault(`--hours is "${values.hours}", but it must be from 1 to ${MOST_HOURS}.`);
  }
  return requestOperation({ kind: 'service-link', username, hours });
}

await runCommand(USAGE, makeLink);
