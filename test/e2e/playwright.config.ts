import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../support/chromium.ts';
import { isFullVolume } from '../support/volume.ts';

/** Journeys that run only in `.ci/run`, or there with more data. */
const HIGH_VOLUME = ['dev', 'encrypted', 'home-repair', 'languages', 'package', 'studio'];
const MORE_IN_FULL = ['applications', 'pdf', 'screens', 'seams'];
const full = [...HIGH_VOLUME, ...(isFullVolume ? MORE_IN_FULL : [])].map((name) => `${name}.e2e.ts`);

const launch = chromiumLaunch();

/** End-to-end tests: the built client and the real server, one server per worker (test/e2e/journey.ts). */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'journeys', testMatch: '*.e2e.ts', testIgnore: full },
    { name: 'full', testMatch: full },
  ],
  globalSetup: './own-project.ts',
  outputDir: '../../test-results/journeys',
  fullyParallel: true,
  // Journeys also wait: without one more, a core would idle.
  workers: availableParallelism() + 1,
  // Generous for busy machines; only ends hung journeys.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/journeys.json' }]],
  use: {
    // Without a UTF-8 locale, Chromium calls a download "download" if its name has a letter beyond ASCII.
    launchOptions: { ...launch, env: { ...launch.env, LC_CTYPE: 'C.UTF-8' } },
    viewport: { width: 1280, height: 900 },
    actionTimeout: 60_000,
    // A third of the processor time; `--trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
