import { parseArgs } from 'node:util';
import { formatFaults, isError } from '#compiler/source/fault.ts';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { runScript } from './command/run-command.ts';
import { renewShipped } from './accept/renew-shipped.ts';
import { writeSpecified } from './accept/specified.ts';

const USAGE = `npm run accept

Makes what the questionnaire now is what it is to be, where the specification has a say.`;

function accept(): void {
  parseArgs();
  const { partners, faults } = compileSchemas();
  if (faults.some(isError)) {
    console.error(formatFaults(faults, 'schemas'));
    console.error('Nothing was accepted.');
    process.exitCode = 1;
  } else {
    const { specified, changes, renamed } = renewShipped(partners);
    const sentences = [...renamed, ...changes];
    if (sentences.length > 0) writeSpecified(specified);
    console.log(sentences.length > 0 ? sentences.join('\n') : 'Nothing differs from what was accepted.');
    if (sentences.length > 0) console.log('Accepted in docs/specified.json. Commit it with the change.');
  }
}

if (import.meta.main) await runScript(USAGE, accept);
