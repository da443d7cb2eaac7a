import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { summarize } from '#form/summary/summary.ts';
import { systemRandomness } from '#server/http/secret-token.ts';
import { openPrintView } from '#server/pdf/render/open-view.ts';
import { loadQuestionnaire } from '#server/settings/questionnaire.ts';
import { createServiceToken } from '#server/service/service-token-store.ts';
import { createTestApp, type TestApp } from '#test/server/test-app.ts';
import { type NamedApplication, readApplications } from '#test/applicants/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { inspectState, test } from './journey.ts';
import { seedApplication } from './seed.ts';
import { asStored } from './stored.ts';

const root = path.resolve(import.meta.dirname, '../..');
const form = readForm();
const run = promisify(execFile);

/** Until the view says that all of it is drawn, in its own letters. */
async function openView(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[data-ready="true"]')).toBeVisible();
}

/** What the view says, question by question. */
function drawnAnswers(page: Page): Promise<readonly string[]> {
  return page
    .locator('[data-question]')
    .evaluateAll((boxes) =>
      boxes.map((box) =>
        [...box.querySelectorAll('p:not(.print-label), li')].map((each) => each.textContent).join('\n'),
      ),
    )
    .then((texts) => texts.filter((text) => text !== ''));
}

test('staff make a link that shows and prints one application, and opens nothing else', async ({
  startedPage,
  otherPage,
  server,
  student,
}) => {
  const [application] = readApplications(form, new Date()).filter(
    ({ counts }) => Object.keys(counts).length > 0,
  );
  if (!application) throw new Error('No application of the fixtures has a repeated block.');
  await seedApplication(startedPage, application);
  const { stdout } = await run(
    process.execPath,
    ['scripts/matricula.ts', 'service-link', '--user', student.username],
    {
      cwd: root,
      env: { ...process.env, OPERATOR: 'Grace Hopper', DATA_DIR: server.dataDir, PUBLIC_URL: server.url },
    },
  );
  const link = new URL(stdout.trim());
  await openView(otherPage, `/final-steps${link.search}`);
  await expect(otherPage).toHaveURL('/final-steps');
  await expect(otherPage).toHaveTitle(new RegExp(`^${form.title}: \\S`));
  await inspectState(otherPage, 'service-view');
  await otherPage.emulateMedia({ forcedColors: 'active' });
  await inspectState(otherPage, 'service-view-forced-colors');
  await otherPage.emulateMedia({ forcedColors: 'none' });
  await otherPage.reload();
  await expect(otherPage.locator('[data-ready="true"]')).toBeVisible();
  await expect(otherPage.getByText(student.username)).toBeVisible();

  await otherPage.emulateMedia({ media: 'print' });
  await inspectState(otherPage, 'service-view-print');
  const [applicant = ''] = await otherPage.getByRole('heading', { level: 1 }).allTextContents();
  const { pages } = await readPdf(await otherPage.pdf({ preferCSSPageSize: true }));
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, text] of pages.entries()) {
    // A font may draw a letter and its mark as two signs.
    expect(text.normalize()).toContain(applicant.normalize());
    expect(text).toContain(`${index + 1} / ${pages.length}`);
  }

  for (const address of ['/api/profile', '/api/tabs', '/public/tmp']) {
    const { status } = await otherPage.request
      .get(`${address}${link.search}&token=${link.searchParams.get('service_token')}`)
      .then((response) => ({ status: response.status() }));
    expect([401, 404]).toContain(status);
  }
  await otherPage.goto('/?service_token=guessed');
  await expect(otherPage.getByRole('alert')).toContainText('Please ask for a new one.');
  await inspectState(otherPage, 'service-view-refused');
  expect(server.output()).not.toContain(link.searchParams.get('service_token'));
});

test('the view of each application says what its summary says', async ({ browser }) => {
  const questionnaire = await loadQuestionnaire(path.join(root, 'src/generated/partners/default'));
  const app = await createTestApp({
    questionnaire,
    config: { partner: 'default', cookiePrefix: 'matricula', trustProxy: false },
    staticFolder: path.join(root, 'dist'),
    clock: () => new Date(),
  });
  const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  for (const application of readApplications(form, new Date())) {
    const now = new Date();
    await openView(page, `/?service_token=${await tokenOf(app, application)}`);
    const summarized = summarize(form, application, now).map(({ key, value, options }) => ({
      key,
      value,
      options,
    }));
    const inTable = await page
      .locator('td[data-question]')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-question')));
    expect(await drawnAnswers(page)).toEqual(
      summarized.map(({ key, value, options }) =>
        options.length === 0 || inTable.includes(key)
          ? value
          : options.map(({ isChosen, label }) => `${isChosen ? '[X]' : '[ ]'} ${label}`).join('\n'),
      ),
    );
    await inspectState(page, `service-view-${application.title.replaceAll(' ', '-')}`);
  }
  // So does the page that draws PDF copies, which is not loaded again for the next one.
  const [first, ...others] = readApplications(form, new Date());
  const last = others.at(-1);
  if (!first || !last) throw new Error('There are not two applications.');
  const next = { origin, token: await tokenOf(app, last) };
  const previous = { origin, token: await tokenOf(app, first) };
  const print = await openPrintView(browser, previous);
  expect(print.canTurnTo(next)).toBe(true);
  await print.turnTo(next);
  expect(await drawnAnswers(print.page)).toEqual(await drawnAnswers(page));
  expect(print.canTurnTo(previous)).toBe(true);
  await print.close();
  await context.close();
  await app.close();
});

/** Puts an application into the database, and makes a token for it. */
async function tokenOf({ now, storage: { db } }: TestApp, application: NamedApplication): Promise<string> {
  const id = systemRandomness.uuid();
  const { answers, tabs, counts } = asStored(form, application);
  await db
    .insertInto('student')
    .values({ id, username: `${id}@example.org`, password_hash: '', confirmed_at: now(), created_at: now() })
    .execute();
  await db
    .insertInto('application')
    .values({
      student_id: id,
      answers: JSON.stringify(answers),
      versions: '{}',
      version: 1,
      tabs: JSON.stringify(tabs),
      counts: JSON.stringify(counts),
      validations: '{}',
    })
    .execute();
  const parts = { db, clock: () => new Date(), random: systemRandomness };
  return (await createServiceToken(parts, { studentId: id, purpose: 'link', lifeMs: 60_000 })).token;
}
