import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { PRELOAD_DELAY } from '#client/screens/root/use-preload.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test as base, waitUntilSaved } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';

const CHANGED = "We've changed this application since you opened it.";

/** Renames the text, its tab and their group, which get another default, and the group of schools. */
const RENAMED: Readonly<Record<string, (text: string) => string>> = {
  'pages/final-steps.schema.json': (page) =>
    page.replace(
      /"additional_info_essay": \{\s*"title": "[^"]*",/,
      '"additional_info_letter": { "title": "Letter", "formerly": ["additional_info_essay"],',
    ),
  'pages/final-steps.ui.json': (layout) =>
    layout
      .replaceAll('"additional_info_essay"', '"additional_info_letter"')
      .replace('"id": "additional_info",', '"id": "further_info", "formerly": ["additional_info"],')
      .replace('"defaultTab": "essay"', '"defaultTab": "document"')
      .replace('"id": "essay",', '"id": "letter", "formerly": ["essay"],'),
  'pages/education.ui.json': (layout) =>
    layout.replace(
      '"id": "high_schools",',
      '"id": "secondary_schools", "formerly": { "id": ["high_schools"] },',
    ),
};

type WorkerFixtures = {
  /** The first server, and a function that serves {@link RENAMED} at its address, with its data. */
  readonly changing: { readonly server: TestServer; readonly renameParts: () => Promise<void> };
  readonly server: TestServer;
};

const test = base.extend<object, WorkerFixtures>({
  changing: [
    async ({ partner: _partner }, use) => {
      const copies = path.join(OWN_PROJECT, '../copies');
      mkdirSync(copies, { recursive: true });
      const project = mkdtempSync(path.join(copies, 'project-'));
      cpSync(OWN_PROJECT, project, { recursive: true, verbatimSymlinks: true });
      const [dataDir, port] = [path.join(project, 'var'), await freePort()];
      await putEmptyDatabase(dataDir);
      const serve = () => startTestServer({ project, dataDir, port, env: { MAILBOX_PORT: 'off' } });
      const server = await serve();
      let current = server;
      const renameParts = async (): Promise<void> => {
        await current.stop();
        for (const [name, rename] of Object.entries(RENAMED)) {
          const file = path.join(project, 'schemas', name);
          writeFileSync(file, rename(readFileSync(file, 'utf8')));
        }
        const build = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: project, encoding: 'utf8' });
        expect(build.status, build.stdout + build.stderr).toBe(0);
        current = await serve();
      };
      await use({ server, renameParts });
      await current.stop();
      rmSync(project, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  server: [({ changing }, use) => use(changing.server), { scope: 'worker' }],
});

test('a page opened before the form changed loses nothing, shows a message, and is reloaded', async ({
  startedPage: page,
  changing,
}) => {
  const name = page.getByRole('textbox', { name: 'First/Given Name' });
  await name.fill('Ada');
  await waitUntilSaved(page, { first_name: 'Ada' });
  await goToStep(page, 'Academics');
  await page.getByRole('button', { name: 'Add Another' }).click();
  await expect(page.getByText('High School 2', { exact: true })).toBeVisible();
  await goToStep(page, 'Final Steps');
  await page.getByRole('tab', { name: 'Attach a Document' }).click();
  await page.getByRole('tab', { name: 'Write It' }).click();
  const essay = page.getByRole('textbox', { name: 'Additional Information' });
  await essay.fill('Onwards');
  await waitUntilSaved(page, { additional_info_essay: 'Onwards' });
  // The changed-form dialog is preloaded.
  await page.waitForTimeout(PRELOAD_DELAY);
  await page.waitForLoadState('networkidle');

  await page.context().setOffline(true);
  await essay.fill('Onwards and upwards');
  await changing.renameParts();
  await page.context().setOffline(false);
  await expect(page.getByText(CHANGED)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved');
  await expect(essay).toHaveValue('Onwards and upwards');
  await inspectState(page, 'form-changed');
  await essay.fill('Onwards and upwards, every day');
  await page.getByRole('button', { name: 'Reload the page' }).click();

  await expect(page.getByRole('textbox', { name: 'Letter' })).toHaveValue('Onwards and upwards, every day');
  await expect(page.getByRole('tab', { name: 'Write It' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(CHANGED)).toHaveCount(0);
  await goToStep(page, 'Academics');
  await expect(page.getByText('High School 2', { exact: true })).toBeVisible();
  await goToStep(page, 'About You');
  await expect(name).toHaveValue('Ada');
});
