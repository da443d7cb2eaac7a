import { parseArgs } from 'node:util';
import { buildOrPrintFault } from './build.ts';
import { runScript } from './command/run-command.ts';
import { runTool } from './run-tool.ts';

const USAGE = `npm run long-run

Has all validators agree on 100,000 random answers, about 11 minutes on two cores; then plays 2,000 students, each of whom
does thirty things in any order.`;

/** The suites in which all validators agree on random answers; FORM_RUNS says on how many. */
const AGREEMENT_SUITES = ['test/form/agreement.test.ts', 'test/form/real-definition.test.ts'];

/** What a student does in any order, in the browser; SEAM_RUNS says how many students. */
const SEAMS = 'test/e2e/seams.e2e.ts';

/**
 * The agreement of all validators on 100,000 random answers: about 11 minutes on two cores. Then 2,000 students, each
 * of whom does thirty things in any order.
 */
async function runLong(): Promise<boolean> {
  const agreement = runTool(['vitest', 'run', ...AGREEMENT_SUITES], {
    isShown: true,
    env: { FORM_RUNS: '100000' },
  });
  if (!(await buildOrPrintFault())) return false;
  const seams = runTool(['playwright', 'test', SEAMS], { isShown: true, env: { SEAM_RUNS: '2000' } });
  return agreement.isFine && seams.isFine;
}

await runScript(USAGE, async () => {
  parseArgs();
  process.exitCode = (await runLong()) ? 0 : 1;
});
