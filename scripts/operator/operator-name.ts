import { userInfo } from 'node:os';
import { askOnTerminal } from './ask-on-terminal.ts';
import { CommandFault } from '../command/argument-fault.ts';

/** Longer than a person's name with the reason behind it. */
const LONGEST = 100;

/**
 * Who gives the command, for the audit trail: from OPERATOR, else asked for where somebody sits at a terminal, else the
 * account of the machine, marked as such, because it is often one for all.
 *
 * @throws CommandFault for a name that is none
 */
export async function nameOperator(): Promise<string> {
  const given = process.env['OPERATOR']?.trim() || (await askName()) || `account ${userInfo().username}`;
  if (given.length > LONGEST || /\p{C}/u.test(given))
    throw new CommandFault(`OPERATOR must be a name of ${LONGEST} characters at most.`);
  return given;
}

async function askName(): Promise<string> {
  if (!process.stdin.isTTY) return '';
  return (await askOnTerminal('Your name, for the audit trail: ')).trim();
}
