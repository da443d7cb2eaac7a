import { type CompiledSchemas, compileSchemas } from './compile-schemas.ts';
import { patternFaults } from './prove/pattern-faults.ts';
import { FaultList } from './source/fault.ts';

/**
 * Compiles a folder as `compileSchemas` does, and finds besides what takes a proof. It is for staff and CI; what
 * students and the server need does without.
 */
export async function proveSchemas(folder?: string): Promise<CompiledSchemas> {
  const { partners, faults } = compileSchemas(folder);
  const all = new FaultList();
  for (const fault of [...faults, ...(await patternFaults(partners))]) all.add(fault);
  return { partners, faults: all.sorted() };
}
