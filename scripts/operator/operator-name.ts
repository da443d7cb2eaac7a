import { askOnTerminal } from './ask-on-terminal.ts';
import { CommandFault } from './argument-fault.ts';

/** Longer than a person's name with the reason behind it. */
const LONGEST = 100;

/**
 * Who gives the command, for the audit trail: from OPERATOR, else asked for where somebody sits at a terminal.
 *
 * @throws CommandFault when nobody says
 */
export async function requireOperator(): Promise<string> {
  const isAsked = process.env['OPERATOR'] === undefined && process.stdin.isTTY;
  const given = isAsked ? await askOnTerminal('Your name, for the audit trail: ') : process.env['OPERATOR'];
  const name = given?.trim() ?? '';
  if (name === '')
    throw new CommandFault('Set OPERATOR to your name: the audit trail keeps who gave this command.');
  if (name.length > LONGEST || /\p{C}/u.test(name))
    throw new CommandFault(`OPERATOR must be a name of ${LONGEST} characters at most.`);
  return name;
}
