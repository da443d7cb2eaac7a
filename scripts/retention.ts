import { parseArgs } from 'node:util';
import { CommandFault } from './command/argument-fault.ts';
import { runCommand } from './command/run-command.ts';
import { requestOperation } from './operator/operator-command.ts';

const USAGE = `npm run retention -- --plan
npm run retention -- --now

Shows what has been kept long enough, or removes it at once; the server does so by itself every few hours. Who removes it
says their name: set OPERATOR.`;

/** Shows what has been kept long enough, or removes it at once; the server removes it by itself every few hours. */
async function planOrRemove(): Promise<string> {
  const { values } = parseArgs({
    options: { plan: { type: 'boolean', default: false }, now: { type: 'boolean', default: false } },
  });
  if (values.plan === values.now) throw new CommandFault('Say either --plan or --now.');
  return requestOperation({ kind: 'retention', mode: values.now ? 'now' : 'plan' });
}

await runCommand(USAGE, planOrRemove);
