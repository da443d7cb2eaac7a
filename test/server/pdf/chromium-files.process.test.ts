import { cpSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#scripts/run-tool.ts';
import { unpackChromium } from '#server/pdf/browser/chromium-files.ts';
import { startTestServer } from '#test/support/test-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const COMPLETE = expect.stringMatching(/^chromium-[\d.]+$/);

test('Chromium is unpacked once, and leftovers are removed at every start', async () => {
  const folder = temporaryFolder();
  const [old, young] = ['chromium-1.0.0.abcdef', 'chromium-1.0.0.ghijkl'];
  mkdirSync(path.join(folder, young));
  for (const start of [1, 2]) {
    mkdirSync(path.join(folder, old));
    utimesSync(path.join(folder, old), 0, 0);
    await unpackChromium({ cacheFolders: [folder], env: {} });
    expect(readdirSync(folder), `start ${start}`).toEqual([young, COMPLETE]);
  }
});

test('a ready server has unpacked Chromium', async () => {
  const project = temporaryFolder();
  cpSync(path.join(projectRoot, 'src'), path.join(project, 'src'), { recursive: true });
  for (const name of ['node_modules', 'package.json', 'schemas'])
    symlinkSync(path.join(projectRoot, name), path.join(project, name));
  const server = await startTestServer({ project });
  const found = readdirSync(path.join(project, '.cache'));
  await server.stop();
  expect(found).toContainEqual(COMPLETE);
});
