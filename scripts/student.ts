import { parseArgs } from 'node:util';
import { CommandFault, unknownArguments } from './command/argument-fault.ts';
import { askOnTerminal } from './operator/ask-on-terminal.ts';
import { requireNewFile, writeNewFile } from './operator/command-files.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation, requireAddress } from './operator/operator-command.ts';

const USAGE = `npm run student -- export <email> [--file ada.json]
npm run student -- delete <email> [--yes]

Writes, or deletes, all that is known of a student, files too. The audit trail names you: set OPERATOR.`;

/** Exports, or deletes, all that is known of a student. */
async function exportOrDelete(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { file: { type: 'string' }, yes: { type: 'boolean', default: false } },
  });
  const [action, address, ...rest] = positionals;
  if (rest.length > 0) throw new CommandFault(unknownArguments(rest));
  if (action === 'export') return exportTo(requireAddress(address), values.file);
  if (action !== 'delete') throw new CommandFault('The command must be export or delete.');
  const username = requireAddress(address);
  if (!values.yes && !(await isConfirmed(username))) throw new Error('Nothing was deleted.');
  return requestOperation({ kind: 'delete', username });
}

async function exportTo(username: string, file: string | undefined): Promise<string> {
  if (file !== undefined) requireNewFile('--file', file);
  const exported = await requestOperation({ kind: 'export', username });
  if (file === undefined) return exported;
  writeNewFile('--file', file, `${exported}\n`);
  return `Wrote ${file}.`;
}

/** Asks for the whole address: a key pressed too often deletes nobody. */
async function isConfirmed(username: string): Promise<boolean> {
  const answered = await askOnTerminal(
    `This permanently deletes ${username}. Type the address again to confirm: `,
  );
  return answered.toLowerCase() === username;
}

await runCommand(USAGE, exportOrDelete);
