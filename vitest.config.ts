import { defineConfig } from 'vitest/config';
import { NODE_FLAGS } from './test/support/node-flags.ts';

/** On a machine under load a test takes many times as long as alone; only one that hangs is to end by these. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/**
 * Unit, API and store tests. Browser journeys (`*.e2e.ts`) are Playwright's, see playwright.config.ts.
 * Two projects, because only the client needs a DOM.
 */
export default defineConfig({
  test: {
    // Half of the suites wait for a database or a process: with a worker less than cores, a core would idle.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/client/**'],
          execArgv: NODE_FLAGS,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'client',
          environment: 'happy-dom',
          include: ['test/client/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/fail-on-console.ts'],
          ...PATIENCE,
        },
      },
    ],
  },
});
