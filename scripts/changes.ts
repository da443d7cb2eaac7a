import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { formatFaults, isError } from '#compiler/source/fault.ts';
import { PROJECT_PATHS, PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { changesReport } from './changes/changes-report.ts';
import { readCounts } from './changes/counts.ts';
import { olderSchemas } from './changes/older-schemas.ts';

/**
 * `npm run changes -- --since <commit>` says in plain words what the files in `schemas/` change for students; without a
 * commit, since the branch left main. `--out <file>` writes it there too, `--counts-from <file>` says how many students
 * each change is about. Ends with 1 where answers would be lost that nothing is said about.
 */
if (import.meta.main) {
  const { values } = parseArgs({
    options: { since: { type: 'string' }, out: { type: 'string' }, 'counts-from': { type: 'string' } },
  });
  const after = compileSchemas(PROJECT_PATHS.schemasFolder);
  const older = olderSchemas(values.since, PROJECT_ROOT);
  if (after.faults.some(isError)) {
    console.error(formatFaults(after.faults, 'schemas'));
    process.exitCode = 1;
  } else if (older.kind === 'unknown') {
    console.error(older.sentence);
    process.exitCode = 1;
  } else {
    const countsFile = values['counts-from'];
    const counts = countsFile === undefined ? undefined : readCounts(countsFile);
    const before = older.kind === 'older' ? older.partners : after.partners;
    const { markdown, isComplete } = await changesReport(before, after.partners, counts);
    process.stdout.write(markdown);
    if (values.out !== undefined) writeFileSync(values.out, markdown);
    if (!isComplete) process.exitCode = 1;
  }
}
