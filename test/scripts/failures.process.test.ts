import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '#scripts/run-tool.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const CLIENT_TEST = `
import { render, screen } from '@testing-library/react';
import { test } from 'vitest';
test('a page', () => {
  render('Welcome, Ada');
  screen.getByRole('button', { name: 'Submit' });
});`;
const CLIENT_CONFIG = `
export default {
  server: { fs: { strict: false } },
  test: { environment: 'happy-dom', setupFiles: ['${projectRoot}/test/support/fail-on-console.ts'] },
};`;

const JOURNEY = `
import { test as journey } from '${projectRoot}/test/e2e/journey.ts';
const test = journey.extend({ server: [async ({}, use) => use({ url: 'http://localhost' }), { scope: 'worker' }] });
test('a page', async ({ page }) => {
  await page.setContent('<main>Welcome, Ada</main>');
  await page.getByRole('button', { name: 'Submit' }).click({ timeout: 1 });
});`;
const JOURNEY_CONFIG = `
import { chromiumLaunch } from '${projectRoot}/test/support/chromium.ts';
export default { reporter: 'list', use: { launchOptions: chromiumLaunch() } };`;

/** Returns a tool's output after the name of a failing test. */
async function failureOf(tool: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = temporaryFolder();
  symlinkSync(path.join(projectRoot, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const [command = '', ...args] = tool.split(' ');
  const output = await new Promise<string>((resolve) => {
    const program = path.join(projectRoot, 'node_modules/.bin', command);
    execFile(program, args, { cwd: folder }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
  const lines = stripVTControlCharacters(output).split('\n');
  return lines.slice(lines.findIndex((line) => /^ *(?:FAIL|1\))/.test(line)));
}

test.each([
  ['test of the client', 'vitest run', { 'a.test.ts': CLIENT_TEST, 'vitest.config.ts': CLIENT_CONFIG }],
  ['journey', 'playwright test', { 'a.spec.ts': JOURNEY, 'playwright.config.ts': JOURNEY_CONFIG }],
])('the first ten lines of a failing %s show the screen', async (_kind, tool, files) => {
  const [first = '', ...others] = (await failureOf(tool, files)).slice(0, 10);
  expect(first).toContain('a page');
  expect(others.join('\n')).toContain('On the screen: Welcome, Ada');
});
