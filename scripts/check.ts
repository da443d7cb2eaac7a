import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { countTranslations } from '#compiler/check/words/check-translations.ts';
import { formatFaults, isError } from '#compiler/source/fault.ts';
import { openSchemas } from '#compiler/source/open-schemas.ts';
import { PROJECT_PATHS, SCHEMAS_NAME } from '#compiler/source/schema-paths.ts';
import { checkProject } from './check/check-project.ts';
import { generate } from './generate.ts';
import { runScript, unknownArguments, UsageError } from './run-script.ts';
import { whoCanSubmit } from './check/who-can-submit.ts';

const USAGE = `npm run check [-- <folder>] [--since main]

Checks schemas/, or another folder of that kind, and reports which questions sample applicants see in a different way than in
--since; without it, than in the last commit. Exits with 1 on errors, and if a change would silently lose answers. If the
project's own schemas have no errors, it also writes their types into src/generated, to be committed with them.`;

async function check(): Promise<void> {
  const started = performance.now();
  const { values, positionals } = parseArgs({
    options: { since: { type: 'string', default: 'HEAD' } },
    allowPositionals: true,
  });
  const [folder = PROJECT_PATHS.schemasFolder, ...others] = positionals;
  if (others.length > 0) throw new UsageError(unknownArguments(others));
  const name = positionals[0] ?? SCHEMAS_NAME;
  const compiled = existsSync(folder) ? await checkProject(folder, values.since) : undefined;
  if (!compiled) {
    console.error(`There is no folder ${folder}. Without a folder, the project's own schemas are checked.`);
    process.exitCode = 1;
  } else if (compiled.faults.some(isError)) {
    console.error(formatFaults(compiled.faults));
    process.exitCode = 1;
  } else {
    if (path.resolve(folder) === PROJECT_PATHS.schemasFolder) await generate();
    if (compiled.faults.length > 0) console.warn(formatFaults(compiled.faults));
    for (const sentence of whoCanSubmit(compiled.partners, compiled.older)) console.log(sentence);
    for (const sentence of countTranslations(openSchemas(folder).plain)) console.log(sentence);
    if (compiled.notCompared !== undefined && values.since !== 'HEAD')
      console.warn(`Whether answers would be lost was not checked. ${compiled.notCompared}`);
    const outcome = compiled.faults.length === 0 ? 'are valid' : 'can be used';
    console.log(`All files in ${name} ${outcome} (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  }
}

if (import.meta.main) await runScript(USAGE, check);
