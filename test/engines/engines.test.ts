import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '../../scripts/dev/free-port.ts';
import { putEmptyDatabase } from '../server/empty-database.ts';
import { describeScreen } from '../support/describe-screen.ts';
import { describeWith } from '../support/services.ts';
import { startTestServer } from '../support/test-server.ts';
import { takeJourney, type Site } from './engine-journey.ts';

const OPEN = {
  firefox: async () => (await import('./firefox.ts')).openFirefox(),
  webkit: async () => (await import('./webkit.ts')).openWebkit(),
};

/** For one that hangs. */
const LIMIT = 600_000;

for (const name of ['firefox', 'webkit'] as const) {
  describeWith([name, 'volume'], `in ${name}`, () => {
    test(
      'a student uses every widget, loses nothing in an outage and submits; staff print it',
      takeIt,
      LIMIT,
    );
  });
  async function takeIt(): Promise<void> {
    const site = await openSite();
    const browser = await OPEN[name]();
    try {
      await takeJourney(browser, site);
      expect(await browser.errors()).toEqual([]);
    } catch (error) {
      throw new Error(`${String(error)}${await browser.run(describeScreen, undefined)}`, { cause: error });
    } finally {
      await browser.close();
      await site.close();
    }
  }
}

async function openSite(): Promise<Site & { close(): Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'matricula-engine-'));
  await putEmptyDatabase(dataDir);
  const port = await freePort();
  let server = await startTestServer({ dataDir, port });
  return {
    url: server.url,
    dataDir,
    stop: () => server.stop(),
    start: async () => void (server = await startTestServer({ dataDir, port })),
    close: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
