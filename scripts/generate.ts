import { isStamped, stampOfInputs, writeStamp } from '#compiler/emit/generation-stamp.ts';
import { writeUiMeta } from '#compiler/check/ui-meta.ts';
import { type Fault, formatFaults } from '#compiler/source/fault.ts';
import { PROJECT_PATHS, type SchemaPaths } from '#compiler/source/schema-paths.ts';

export type Generated =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'generated'; readonly partners: readonly string[] }
  | { readonly kind: 'refused'; readonly faults: readonly Fault[] };

/**
 * Compiles `schemas/` for every partner into definitions, JSON Schemas, validators and types, and the
 * meta-schema of the UI files from the list of widgets. Does nothing when neither sources nor compiler
 * changed since the last run, and writes nothing more when the sources have faults.
 */
export async function generate(paths: SchemaPaths = PROJECT_PATHS): Promise<Generated> {
  writeUiMeta(paths);
  const inputs = stampOfInputs(paths);
  if (isStamped(paths, inputs)) return { kind: 'unchanged' };
  // The compilers take longer to load than the stamp takes to compare.
  const { generateAll } = await import('#compiler/emit/generate-all.ts');
  const made = await generateAll(paths);
  if (made.kind === 'refused') return made;
  writeStamp(paths, inputs);
  return { kind: 'generated', partners: [...made.partners.keys()] };
}

if (import.meta.main) {
  const started = performance.now();
  const generated = await generate();
  if (generated.kind === 'refused') {
    console.error(formatFaults(generated.faults, 'schemas'));
    console.error('Nothing was generated.');
    process.exitCode = 1;
  } else {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const what =
      generated.kind === 'unchanged' ? 'Nothing changed' : `Generated ${generated.partners.join(', ')}`;
    console.log(`${what} (${seconds} s).`);
  }
}
