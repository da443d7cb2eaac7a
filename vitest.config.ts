import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { compileCache } from './scripts/run-tool.ts';
import { NODE_FLAGS } from './test/support/node-flags.ts';

/** On a machine under load a test takes many times as long as alone; only one that hangs is to end by these. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

const DOM = {
  environment: 'happy-dom',
  setupFiles: ['test/support/fail-on-console.ts'],
  ...PATIENCE,
};

/** Suites that need modules of their own, because a package keeps the timers that it finds when it is loaded. */
const ALONE = ['test/client/**/inactivity.test.tsx'];

/**
 * Unit, API and store tests. Browser journeys (`*.e2e.ts`) are Playwright's, see playwright.config.ts.
 * The client needs a DOM. A worker loads each module once, for all of its suites.
 */
export default defineConfig({
  test: {
    // Half of the suites wait for a database, a process or a timer: without one more, a core would idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/client/**'],
          isolate: false,
          execArgv: NODE_FLAGS,
          // For the processes that suites start.
          env: { NODE_COMPILE_CACHE: compileCache },
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'client',
          include: ['test/client/**/*.test.{ts,tsx}'],
          exclude: ALONE,
          isolate: false,
          ...DOM,
        },
      },
      { test: { name: 'client, alone', include: ALONE, ...DOM } },
    ],
  },
});
