import { existsSync } from 'node:fs';
import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { formatFaults, isError } from '#compiler/source/fault.ts';
import { readPersonas } from '#compiler/source/personas.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { requireSoundForm } from '#form/definition/soundness.ts';
import { renewShipped } from './accept/renew-shipped.ts';

/** `npm run check`, or with the path of another schemas folder behind `--`. */
if (import.meta.main) {
  const started = performance.now();
  const [folder = PROJECT_PATHS.schemasFolder] = process.argv.slice(2);
  const compiled = existsSync(folder) ? await proveSchemas(folder) : undefined;
  if (!compiled) {
    console.error(`There is no folder ${folder}. Without a folder, the project's own schemas are checked.`);
    process.exitCode = 1;
  } else if (compiled.faults.some(isError)) {
    console.error(formatFaults(compiled.faults, 'schemas'));
    process.exitCode = 1;
  } else {
    if (compiled.faults.length > 0) console.warn(formatFaults(compiled.faults, 'schemas'));
    for (const [partner, { definition }] of compiled.partners) {
      requireSoundForm(definition, (sentence) => console.warn(`Warning: ${sentence}`), partner);
    }
    const changes = folder === PROJECT_PATHS.schemasFolder ? renewShipped(compiled.partners).changes : [];
    if (changes.length > 0) {
      console.error(`The specification demands otherwise:\n\n${changes.join('\n')}\n`);
      console.error('If this is meant, run `npm run accept`, and commit docs/specified.json with it.');
      process.exitCode = 1;
    }
    if (!process.exitCode) sayWhoCanSubmit(compiled.partners);
    const outcome = compiled.faults.length + changes.length === 0 ? 'are right' : 'can be used';
    console.log(`All files in schemas ${outcome} (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  }
}

/** Somebody who could not would be a fault. */
function sayWhoCanSubmit(partners: CompiledSchemas['partners']): void {
  const [sources] = [...partners.values()].map((partner) => partner.sources);
  const personas = sources ? readPersonas(sources, new Date()) : [];
  for (const { title } of personas)
    console.log(`${title[0]?.toUpperCase()}${title.slice(1)} can still submit.`);
}
