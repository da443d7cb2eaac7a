import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { CompiledSchemas } from '#compiler/compile-schemas.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { formatFaults, isError } from '#compiler/source/fault.ts';
import { PROJECT_PATHS, PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { requireSoundForm } from '#form/definition/soundness.ts';
import { runScript } from './run-script.ts';
import { olderSchemas } from './changes/older-schemas.ts';
import { undeclaredIn, undeclaredMarkdown } from './changes/undeclared.ts';
import { pastDeadlines } from './check/past-deadlines.ts';
import { whoCanSubmit } from './check/who-can-submit.ts';

const USAGE = `npm run check [-- <folder>] [--since main]

Checks schemas/, or another folder of that kind, and says what is asked otherwise than in --since; without it, than in the
last commit. Ends with 1 also where answers would be lost since then that nothing is said about.`;

async function check(): Promise<void> {
  const started = performance.now();
  const { values, positionals } = parseArgs({
    options: { since: { type: 'string', default: 'HEAD' } },
    allowPositionals: true,
  });
  const [folder = PROJECT_PATHS.schemasFolder] = positionals;
  const compiled = existsSync(folder) ? await checkedSchemas(folder) : undefined;
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
    const before =
      folder === PROJECT_PATHS.schemasFolder ? olderSchemas(values.since, PROJECT_ROOT) : undefined;
    const older = before?.kind === 'older' ? before.partners : undefined;
    const today = new Date().toISOString().slice(0, 10);
    const undeclared = older
      ? undeclaredMarkdown(undeclaredIn(older, compiled.partners, today)).join('\n\n')
      : '';
    if (undeclared !== '') {
      console.error(`${undeclared}\n`);
      process.exitCode = 1;
    }
    if (!process.exitCode) {
      for (const sentence of whoCanSubmit(compiled.partners, older)) console.log(sentence);
    }
    const outcome = !process.exitCode && compiled.faults.length === 0 ? 'are right' : 'can be used';
    console.log(`All files in schemas ${outcome} (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  }
}

/** Proves a folder, and adds the faults that come with time. */
async function checkedSchemas(folder: string): Promise<CompiledSchemas> {
  const { partners, faults } = await proveSchemas(folder);
  return { partners, faults: [...faults, ...pastDeadlines(partners, new Date())] };
}

if (import.meta.main) await runScript(USAGE, check);
