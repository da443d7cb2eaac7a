import { defineConfig } from 'vitest/config';

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
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'client',
          environment: 'happy-dom',
          include: ['test/client/**/*.test.{ts,tsx}'],
          setupFiles: ['test/support/fail-on-console.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
