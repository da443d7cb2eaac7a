import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unpackChromium } from '#server/pdf/browser/chromium-launch.ts';

test('Chromium is unpacked once, and what a killed process left of it goes', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'unpacked-'));
  const [old, young] = ['chromium-1.0.0.abcdef', 'chromium-1.0.0.ghijkl'];
  for (const name of [old, young]) mkdirSync(path.join(folder, name));
  utimesSync(path.join(folder, old), 0, 0);
  await unpackChromium({ cacheFolders: [folder], env: {} });
  const left = readdirSync(folder);
  rmSync(folder, { recursive: true });
  expect(left).toEqual([young, expect.stringMatching(/^chromium-[\d.]+$/)]);
});
