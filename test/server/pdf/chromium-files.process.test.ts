import { cpSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#scripts/run-tool.ts';
import { unpackChromium } from '#server/pdf/browser/chromium-files.ts';
import { startTestServer } from '#test/support/test-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const COMPLETE = expect.stringMatching(/^chromium-[\d.]+$/);

test('Chromium is unpacked once before a server is ready, and leftovers are removed at every start', async () => {
  const project = temporaryFolder();
  cpSync(path.join(projectRoot, 'src'), path.join(project, 'src'), { recursive: true });
  for (const name of ['node_modules', 'package.json', 'schemas'])
    symlinkSync(path.join(projectRoot, name), path.join(project, name));
  const folder = path.join(project, '.cache');
  const [old, young] = ['chromium-1.0.0.abcdef', 'chromium-1.0.0.ghijkl'];
  const leaveOld = (): void => {
    mkdirSync(path.join(folder, old), { recursive: true });
    utimesSync(path.join(folder, old), 0, 0);
  };
  const found = () => readdirSync(folder).filter((name) => name.startsWith('chromium-'));
  mkdirSync(path.join(folder, young), { recursive: true });
  leaveOld();
  const server = await startTestServer({ project });
  expect(found()).toEqual([young, COMPLETE]);
  await server.stop();
  leaveOld();
  await unpackChromium({ cacheFolders: [folder], env: {} });
  expect(found()).toEqual([young, COMPLETE]);
});
