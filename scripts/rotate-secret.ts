import { parseArgs } from 'node:util';
import { requestOperation, runCommand } from './operator/operator-command.ts';

const USAGE = 'npm run rotate-secret [-- --leaked]';

/** Adds a version of the secret with which the server signs. */
async function rotate(): Promise<string> {
  const { values } = parseArgs({ options: { leaked: { type: 'boolean', default: false } } });
  return requestOperation({ kind: 'rotate-secret', mode: values.leaked ? 'leaked' : 'rotate' });
}

await runCommand(USAGE, rotate);
