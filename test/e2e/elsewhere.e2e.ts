import { expect, type Page } from '@playwright/test';
import type { Answers } from '#form/definition/definition.ts';
import { readApplications } from '#test/applicants/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { goToStep } from './go-to-step.ts';
import { test, waitUntilSaved } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';
import { seedApplication } from './seed.ts';

test.use({ project: OWN_PROJECT });

const form = readForm('default', OWN_PROJECT);
const [about] = form.pages;
const last = form.pages.at(-1);
if (!about || !last) throw new Error('The form has no pages.');
const [text] = Object.values(about.questions).filter((each) => each.widget === 'text' && !each.visibleWhen);
if (!text) throw new Error('The first page has no text to type.');

const control = (page: Page) => page.locator(`#${text.key}`);

/** What the server is given by a page that is not this one. */
async function saveElsewhere(page: Page, answer: Answers): Promise<void> {
  const response = await page.request.put('/api/answer', {
    data: { answer },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(response.status(), await response.text()).toBe(200);
}

test('what is saved in one tab is shown in the other tab of the same browser', async ({
  startedPage: page,
  context,
}) => {
  const tab = await context.newPage();
  await tab.goto(about.path);
  await control(tab).fill('Ada');
  await waitUntilSaved(tab, { [text.key]: 'Ada' });
  await expect(control(page)).toHaveValue('Ada');
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('');
});

test('what was changed elsewhere is shown before it is submitted', async ({ startedPage: page }) => {
  const [application] = readApplications(form, new Date());
  if (!application) throw new Error('There is no application.');
  await seedApplication(page, application);
  await page.reload();
  await goToStep(page, last.title);
  await saveElsewhere(page, { [text.key]: 'Somebody' });
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  await submit.click();
  const dialog = page.getByRole('dialog', { name: 'Please check your application' });
  await expect(dialog).toContainText('Your application was changed in another window.');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await goToStep(page, about.title);
  await expect(control(page)).toHaveValue('Somebody');
  await goToStep(page, last.title);
  await submit.click();
  await expect(page).toHaveURL('/completion');
});
