import { runTool } from './run-tool.ts';

/** The agreement of all validators on 100,000 random answers: about 11 minutes on two cores. */
const suites = ['test/form/agreement.test.ts', 'test/form/real-definition.test.ts'];
const { isFine } = runTool(['vitest', 'run', ...suites], { isShown: true, env: { FORM_RUNS: '100000' } });
process.exitCode = isFine ? 0 : 1;
