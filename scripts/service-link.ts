import { parseArgs } from 'node:util';
import { CommandFault } from './command/argument-fault.ts';
import { readLinkChoice } from './operator/link-choice.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation, requireAddress } from './operator/operator-command.ts';

const USAGE = `npm run service-link -- --user <email> [--hours 24] [--for "Dean Smith"]
npm run service-link -- --list [--user <email>]
npm run service-link -- --revoke <number, link or email>

Prints a link that shows one application to anyone who has it, read-only, or lists the links that work now. What is revoked
works no more at once: one link, or all to the application of a student. The audit trail names you: set OPERATOR.`;
/** Anyone who has the link reads the application; a month is long enough for any committee. */
const MOST_HOURS = 744;

/** Longer than who is to get a link. */
const LONGEST_NAME = 100;

/** Prints a link that shows one application, read-only, to anyone who opens it; lists such links, or ends them. */
async function serveLinks(): Promise<string> {
  const { values } = parseArgs({
    options: {
      user: { type: 'string' },
      hours: { type: 'string', default: '24' },
      for: { type: 'string', default: '' },
      list: { type: 'boolean', default: false },
      revoke: { type: 'string' },
    },
  });
  if (values.revoke !== undefined)
    return requestOperation({ kind: 'revoke-service-links', ...readChoice(values.revoke) });
  if (values.list) {
    const username = values.user === undefined ? '' : requireAddress(values.user);
    return requestOperation({ kind: 'service-links', username });
  }
  const username = requireAddress(values.user);
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= MOST_HOURS)) {
    throw new CommandFault(`--hours is "${values.hours}", but it must be from 1 to ${MOST_HOURS}.`);
  }
  const madeFor = values.for.trim();
  if (madeFor.length > LONGEST_NAME || /\p{C}/u.test(madeFor))
    throw new CommandFault(`--for must be a name of ${LONGEST_NAME} characters at most.`);
  return requestOperation({ kind: 'service-link', username, hours, madeFor });
}

function readChoice(text: string) {
  return text.includes('@')
    ? { by: 'username' as const, value: requireAddress(text) }
    : readLinkChoice(text, 'service_token');
}

await runCommand(USAGE, serveLinks);
