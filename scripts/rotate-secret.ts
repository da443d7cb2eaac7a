import { parseArgs } from 'node:util';
import { CommandFault } from './command/argument-fault.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation } from './operator/operator-command.ts';

const USAGE = `npm run rotate-secret [-- --leaked]
npm run rotate-secret -- --data

Adds a version of the secret with which the server signs; with --leaked nothing counts any more that former ones signed.
With --data, encrypts what is stored with the first key of DATA_KEY. The audit trail names you: set OPERATOR.`;

/** Adds a version of the secret with which the server signs, or encrypts what is stored with the first of DATA_KEY. */
async function rotate(): Promise<string> {
  const { values } = parseArgs({
    options: { leaked: { type: 'boolean', default: false }, data: { type: 'boolean', default: false } },
  });
  if (values.leaked && values.data) throw new CommandFault('Say either --leaked or --data.');
  const mode = values.leaked ? 'leaked' : 'rotate';
  return requestOperation({ kind: 'rotate-secret', mode: values.data ? 'data' : mode });
}

await runCommand(USAGE, rotate);
