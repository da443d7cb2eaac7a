import { formatFaults, isError } from '#compiler/source/fault.ts';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { renewShipped } from './accept/renew-shipped.ts';
import { writeSpecified } from './accept/specified.ts';

/** `npm run accept`: makes what the questionnaire now is what it is to be, where the specification has a say. */
if (import.meta.main) {
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
