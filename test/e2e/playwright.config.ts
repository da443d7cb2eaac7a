import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../support/chromium.ts';
import { isFullVolume } from '../support/volume.ts';

/** What `.ci/run` alone runs, or runs with more students or longer applications. */
const HIGH_VOLUME = ['dev', 'languages', 'package', 'pull-request', 'studio'];
const MORE_IN_FULL = ['applications', 'pdf', 'seams'];
const full = [...HIGH_VOLUME, ...(isFullVolume ? MORE_IN_FULL : [])].map((name) => `${name}.e2e.ts`);

const launch = chromiumLaunch();

/** Browser journeys: the built client and the real server, one server per worker (test/e2e/journey.ts). */
export default defineConfig({
  testDir: '.',
  projects: [
    { name: 'journeys', testMatch: '*.e2e.ts', testIgnore: full },
    { name: 'full', testMatch: full },
  ],
  globalSetup: './own-project.ts',
  outputDir: '../../test-results/journeys',
  fullyParallel: true,
  workers: 2,
  // On a machine under load a journey takes several times as long; only one that hangs is to end here.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/journeys.json' }]],
  use: {
    // Without a UTF-8 locale, Chromium calls a download "download" if its name has a letter beyond ASCII.
    launchOptions: { ...launch, env: { ...launch.env, LC_CTYPE: 'C.UTF-8' } },
    viewport: { width: 1280, height: 900 },
    actionTimeout: 60_000,
    // What was done and asked, step by step; what the page held at each step would take half of a run's processor time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
});
