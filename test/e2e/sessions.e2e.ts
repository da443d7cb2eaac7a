import { expect, type Page } from '@playwright/test';
import { readForm } from '#test/support/compiled-form.ts';
import { isWatched, test, waitUntilSaved } from './journey.ts';

const MINUTE = 60_000;
const form = readForm();
const firstPage = required(form.pages.find(({ id }) => id === form.defaultPage));

/** The first free-text question of the page. */
const question = required(
  Object.values(firstPage.questions).find(
    ({ widget, visibleWhen, constraints, required: isRequired }) =>
      widget === 'text' && isRequired && !visibleWhen && !constraints.pattern,
  ),
);

test('a log-out in one tab ends the session in the other, and Back shows no answers, even before the card', async ({
  startedPage: page,
}) => {
  await control(page).fill('Ada');
  await waitUntilSaved(page, { [question.key]: 'Ada' });
  const other = await page.context().newPage();
  await other.route(/\/assets\/(AccountRoot|AccountScreens)-[^/]+\.js$/, () => {});
  await other.goto(firstPage.path);
  await expect(control(other)).toHaveValue('Ada');

  await other.getByRole('button', { name: /^Account/ }).click();
  await other.getByRole('button', { name: 'Log Out' }).click();
  for (const tab of [page, other]) await expect(tab).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
  expect((await page.request.get('/api/profile')).status()).toBe(401);
  for (const tab of [page, other]) {
    await tab.goBack();
    await expect(tab.locator('body')).not.toContainText('Ada');
    await expect(tab.locator('input[value="Ada"]')).toHaveCount(0);
  }
  await expect(control(other)).toHaveValue('');
});

test('the inactivity warning and log-out happen in all tabs together', async ({ context, page, student }) => {
  await context.clock.install();
  await page.goto('/signup');
  await student.signUp(page);
  // Advancing the clock aborts pending work, so each call is awaited.
  const isOpened = page.waitForResponse('**/api/last-page');
  await student.logIn(page);
  await isOpened;
  const other = await context.newPage();
  await other.goto(firstPage.path);
  await expect(control(other)).toBeVisible();
  for (const tab of [page, other]) await isWatched(tab);
  const warnings = [page, other].map((tab) => tab.getByRole('dialog', { name: 'Still working?' }));

  await context.clock.runFor(13 * MINUTE);
  await control(page).press('End');
  await context.clock.runFor(2 * MINUTE);
  for (const warning of warnings) await expect(warning).toBeHidden();

  await context.clock.runFor(12 * MINUTE + MINUTE / 2);
  for (const warning of warnings) await expect(warning).toBeVisible();
  await other.getByRole('button', { name: 'Yes - Take me back to my application' }).press('Enter');
  for (const warning of warnings) await expect(warning).toBeHidden();

  await control(page).fill('Ada');
  await waitUntilSaved(page, { [question.key]: 'Ada' });
  await expect(control(other)).toHaveValue('Ada');
  await context.clock.runFor(14 * MINUTE + MINUTE / 2);
  // In steps shorter than a tab waits for the save of the other one.
  const step = async () => {
    await context.clock.runFor(2000);
    return page.url();
  };
  await expect.poll(step, { intervals: [1], timeout: 120_000 }).toContain('/login');
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/login');
    const lead = 'You have been automatically logged out due to inactivity. Your answers are saved.';
    await expect(tab.getByText(lead)).toBeVisible();
    await expect(tab.getByLabel('Email')).toHaveValue(student.username);
  }
  await student.logIn(page);
  await expect(control(page)).toHaveValue('Ada');
});

function control(page: Page, { key } = question) {
  return page.locator(`#${key}`);
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The form has no page, or no text question on its first page.');
  return value;
}
