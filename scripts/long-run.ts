import { runTool } from './run-tool.ts';

/** The suites in which all validators agree on random answers; FORM_RUNS says on how many. */
const AGREEMENT_SUITES = ['test/form/agreement.test.ts', 'test/form/real-definition.test.ts'];

/** The agreement of all validators on 100,000 random answers: about 11 minutes on two cores. */
const { isFine } = runTool(['vitest', 'run', ...AGREEMENT_SUITES], {
  isShown: true,
  env: { FORM_RUNS: '100000' },
});
process.exitCode = isFine ? 0 : 1;
