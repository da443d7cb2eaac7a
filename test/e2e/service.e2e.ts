import { expect, type Page } from '@playwright/test';
import { readApplications } from '#test/applicants/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { runBeside } from '#test/support/run-command.ts';
import { inspectState, test } from './journey.ts';
import { seedApplication } from './seed.ts';

const form = readForm();

/** Waits until the view reports that it is rendered with its fonts. */
async function openView(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[data-ready="true"]')).toBeVisible();
}

test('staff create a link that shows and prints one application, and opens nothing else', async ({
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
  const link = new URL(await runBeside(server, 'service-link', ['--user', student.username]));
  // Staff read English, whatever this browser reads as a student.
  await otherPage.context().addCookies([{ name: 'language', value: 'es', url: server.url }]);
  await openView(otherPage, `/final-steps${link.search}`);
  await expect(otherPage).toHaveURL('/final-steps');
  await expect(otherPage).toHaveTitle(new RegExp(`^${form.title}: \\S`));
  await inspectState(otherPage, 'service-view');
  await otherPage.emulateMedia({ forcedColors: 'active' });
  await inspectState(otherPage, 'service-view-forced-colors');
  await otherPage.emulateMedia({ forcedColors: 'none' });
  await otherPage.reload();
  await expect(otherPage.locator('html')).toHaveAttribute('lang', 'en');
  await expect(otherPage.locator('[data-ready="true"]')).toBeVisible();
  await expect(otherPage.getByText(student.username)).toBeVisible();

  await otherPage.emulateMedia({ media: 'print' });
  await inspectState(otherPage, 'service-view-print');
  const [applicant = ''] = await otherPage.getByRole('heading', { level: 1 }).allTextContents();
  const { pages } = await readPdf(await otherPage.pdf({ preferCSSPageSize: true }));
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, text] of pages.entries()) {
    // A font may draw a letter and its mark as two glyphs.
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
  await expect(otherPage.getByRole('alert')).toContainText('Please get a new one.');
  await inspectState(otherPage, 'service-view-refused');
  expect(server.output()).not.toContain(link.searchParams.get('service_token'));
});
