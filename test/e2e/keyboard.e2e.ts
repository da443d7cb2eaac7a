import { expect, type Page } from '@playwright/test';
import { readApplications } from '#test/applicants/applications.ts';
import { startOf } from '#test/support/application-steps.ts';
import { readCard, readForm } from '#test/support/compiled-form.ts';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import { fillPage } from './fill-page.ts';
import { test } from './journey.ts';
import { keyStep, press, tabTo, typeInto } from './keys.ts';
import { asStored, storedApplication } from './stored.ts';

const form = readForm();
/** An application with a tab choice and added instances. */
const applications = readApplications(form, new Date());
const wanted = applications.find(({ tabs, counts }) =>
  [tabs, counts].every((each) => Object.keys(each).length > 0),
);

test('a whole application needs no mouse, from the first page to the completion page', async ({
  page,
  student,
  server,
}) => {
  test.slow();
  if (!wanted) throw new Error('No persona chooses a tab and adds instances.');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await activate(page, /^Account/);
  await activate(page, 'Create Account');
  const { username, password } = student;
  await sendCard(page, 'signup', { username, password });
  await expect(page).toHaveURL('/confirm');
  // The card submits itself at the last digit.
  await typeInto(page, page.locator('#code'), await waitForMail(server.mailDir, username, readCode));
  await expect(page).toHaveURL('/login');
  await sendCard(page, 'login', { username, password });

  const { tabs, counts, answers } = wanted;
  let { given } = startOf(wanted);
  for (const { id, title } of form.pages) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    given = await fillPage(page, form, { pageId: id, wanted, given, performStep: keyStep });
    await activate(page, id === form.pages.at(-1)?.id ? 'Submit' : 'Save & Continue');
  }
  await expect(page).toHaveURL('/completion');
  expect(await storedApplication(page)).toMatchObject(asStored(form, { answers, tabs, counts }));
});

async function activate(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await press(page, 'Enter');
}

/** Fills in a card and submits it with Enter in its last field. */
async function sendCard(page: Page, name: string, values: Readonly<Record<string, string>>): Promise<void> {
  const card = readCard(name);
  // The address changes before the card does, and an early Tab would leave the page.
  await expect(page.getByRole('button', { name: card.submitLabel, exact: true })).toBeVisible();
  for (const [key, value] of Object.entries(values)) {
    const label = card.questions[key]?.label ?? key;
    await typeInto(page, page.getByRole('main').getByLabel(label, { exact: true }), value);
  }
  // The next screen starts at its top, like a loaded page.
  await page.keyboard.press('Enter');
}
