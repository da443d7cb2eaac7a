import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { freePort } from '#scripts/dev/free-port.ts';
import { putEmptyDatabase } from '#test/server/empty-database.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test as base, waitUntilSaved } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';
import { seedApplication } from './seed.ts';

type WorkerFixtures = {
  /** A server in one cycle, and a function that serves the next one at its address, with its data. */
  readonly cycles: { readonly server: TestServer; readonly next: () => Promise<void> };
  readonly server: TestServer;
};

const test = base.extend<object, WorkerFixtures>({
  cycles: [
    async ({ partner }, use) => {
      const [dataDir, port] = [mkdtempSync(path.join(tmpdir(), 'matricula-cycles-')), await freePort()];
      await putEmptyDatabase(dataDir);
      const serve = (name: string) =>
        startTestServer({ project: OWN_PROJECT, dataDir, port, env: { PARTNER: name, MAILBOX_PORT: 'off' } });
      const server = await serve(partner);
      let current = server;
      const next = async (): Promise<void> => {
        await current.stop();
        current = await serve('next');
      };
      await use({ server, next });
      await current.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  server: [({ cycles }, use) => use(cycles.server), { scope: 'worker' }],
});

const MARK = 'From last year: please check';
test('a student applies again in the next cycle, and keeps the application of the last one', async ({
  startedPage: page,
  cycles,
}) => {
  const state = fullestState(readForm('default', OWN_PROJECT));
  await seedApplication(page, {
    ...state,
    answers: { ...state.answers, last_name: 'Lovelace' },
  });
  await page.reload();
  await goToStep(page, 'Final Steps');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL('/completion');

  // Without a page, which would log that the server is away.
  await page.goto('about:blank');
  await cycles.next();
  await page.goto('/completion');
  await expect(page.getByRole('heading', { name: 'Apply for 2028–29' })).toBeVisible();
  await inspectState(page, 'next-cycle');
  await page.getByRole('button', { name: 'Start a new application' }).press('Enter');
  const last = page.getByRole('textbox', { name: 'Last/Family Name' });
  await expect(last).toHaveAccessibleDescription(MARK);
  await inspectState(page, 'carried');
  const top = () => last.evaluate((control) => control.getBoundingClientRect().top);
  const place = await top();
  await page.getByRole('button', { name: 'These are all correct' }).press('Enter');
  await expect(last).toHaveAccessibleDescription('');
  expect(await top()).toBe(place);
  await waitUntilSaved(page, { last_name: 'Lovelace' });
  await page.reload();
  await expect(last).toHaveAccessibleDescription('');

  await last.fill('King');
  await waitUntilSaved(page, { last_name: 'King' });
  await goToStep(page, 'Final Steps');
  await page.getByRole('button', { name: 'Review your application' }).click();
  const unchecked = page.getByRole('region', { name: 'Answers from last year' });
  await expect(unchecked.getByRole('listitem')).toHaveText([
    /^Academics \d+ to check$/,
    /^Final Steps \d to check$/,
  ]);
  await inspectState(page, 'review-carried');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL('/completion');
  const past = page.getByRole('button', { name: 'Download PDF Copy 2027–28' });
  expect(await downloadedText(page, past)).toContain('Lovelace');
  const copy = page.getByRole('link', { name: 'Download PDF Copy', exact: true });
  expect(await downloadedText(page, copy)).toContain('King');
  await inspectState(page, 'earlier-applications');
});

async function downloadedText(page: Page, button: Locator): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 120_000 }),
    button.click({ timeout: 120_000 }),
  ]);
  const { pages } = await readPdf(readFileSync(await download.path()));
  return pages.join('\n');
}
