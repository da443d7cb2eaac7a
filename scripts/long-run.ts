import { AGREEMENT_SUITES } from './agreement-suites.ts';
import { runTool } from './run-tool.ts';

/** The agreement of all validators on 100,000 random answers: about 11 minutes on two cores. */
const { isFine } = runTool(['vitest', 'run', ...AGREEMENT_SUITES], {
  isShown: true,
  env: { FORM_RUNS: '100000' },
});
process.exitCode = isFine ? 0 : 1;
