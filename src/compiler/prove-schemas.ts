import { type CompiledSchemas, compileSchemas } from './compile-schemas.ts';
import { patternFaults } from './prove/pattern-faults.ts';
import { proveForms } from './prove/prove-forms.ts';
import { sentenceFaults } from './prove/sentence-faults.ts';
import { type Fault, FaultList, isError } from './source/fault.ts';

/** Compiles a folder and also proves the forms, for staff and CI. */
export async function proveSchemas(folder?: string): Promise<CompiledSchemas> {
  const { partners, faults } = compileSchemas(folder);
  const found = [...faults, ...(await patternFaults(partners)), ...sentenceFaults(folder)];
  // Errors would cause false findings in the proof.
  const proven: readonly Fault[] = found.some(isError) ? [] : proveForms(partners);
  const all = new FaultList();
  for (const fault of [...found, ...proven]) all.add(fault);
  return { partners, faults: all.sorted() };
}
