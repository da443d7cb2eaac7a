import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { formatFaults, isError } from '#compiler/source/fault.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { changesReport } from './changes/changes-report.ts';
import { readCounts } from './changes/counts.ts';
import { runScript } from './run-script.ts';
import { olderSchemas } from './changes/older-schemas.ts';

const USAGE = `npm run changes [-- --since <commit>] [--out <file>] [--counts-from <file>]

Reports in plain words what the files in schemas/ change for students; without a commit, since the branch left main. --out
also writes the report into a file, and --counts-from adds how many students each change affects. Exits with 1 if a change
would silently lose answers.`;

async function showChanges(): Promise<void> {
  const { values } = parseArgs({
    options: {
      since: { type: 'string' },
      out: { type: 'string' },
      'counts-from': { type: 'string' },
    },
  });
  const after = compileSchemas(PROJECT_PATHS.schemasFolder);
  const older = olderSchemas(values.since, PROJECT_PATHS.schemasFolder);
  if (after.faults.some(isError)) {
    const faults = formatFaults(after.faults);
    console.error(faults);
    if (values.out !== undefined) writeFileSync(values.out, `\`\`\`\n${faults}\n\`\`\`\n`);
    process.exitCode = 1;
  } else if (older.kind === 'unknown') {
    console.error(older.sentence);
    process.exitCode = 1;
  } else {
    const countsFile = values['counts-from'];
    const counts = countsFile === undefined ? undefined : readCounts(countsFile);
    const before = older.kind === 'older' ? older.partners : after.partners;
    const reported = changesReport(before, after.partners, counts);
    process.stdout.write(reported.markdown);
    if (values.out !== undefined) writeFileSync(values.out, reported.markdown);
    if (!reported.isComplete) process.exitCode = 1;
  }
}

if (import.meta.main) await runScript(USAGE, showChanges);
