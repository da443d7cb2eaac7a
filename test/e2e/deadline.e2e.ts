import { expect, type Page } from '@playwright/test';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';
import { seedApplication } from './seed.ts';
import { storedApplication } from './stored.ts';

const form = readForm();

test.use({ timezoneId: 'Europe/Berlin', viewport: { width: 390, height: 844 } });

/** The clock of the server shows this, whatever day it is. */
async function setServerClock(page: Page, time: string): Promise<void> {
  await page.route(/\/(?:api|public)\//, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(time).toUTCString() } });
  });
}

test('on a phone a student reads until when to apply, in both time zones', async ({ startedPage: page }) => {
  await seedApplication(page, { answers: { entry_term: '2027FA' }, tabs: {}, counts: {} });
  await setServerClock(page, '2027-01-13T06:00:00Z');
  await page.reload();
  const header = page.getByRole('banner');
  await expect(header.getByText(/^Apply by January 15, 11:59\sPM Denver time$/)).toBeVisible();
  await expect(header.getByText(/^\(January 16, 7:59\sAM your time\)$/)).toBeVisible();
  await expect(header.getByText('3 days left')).toBeVisible();
  await inspectState(page, 'deadline');
});

test('in the grace a student reads until when in their own time, and nothing has moved', async ({
  startedPage: page,
}) => {
  await seedApplication(page, { answers: { entry_term: '2027FA' }, tabs: {}, counts: {} });
  const line = page.getByRole('banner').locator('p').last();
  const heightAt = async (time: string): Promise<number | undefined> => {
    await setServerClock(page, time);
    await page.reload();
    await expect(line).toContainText('minutes left');
    return (await line.boundingBox())?.height;
  };
  const before = await heightAt('2027-01-16T06:52:00Z');
  expect(await heightAt('2027-01-16T07:05:00Z')).toBe(before);
  await expect(line).toContainText(
    /^The deadline was January 15, 11:59\sPM Denver time\. You can still submit until 12:14\sAM\. \(8:14\sAM your time\) /,
  );
  await inspectState(page, 'deadline-grace');
});

for (const width of [390, 320]) {
  test(`the line of the deadline is as high whether a term is chosen or not, at ${width} px`, async ({
    startedPage: page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await setServerClock(page, '2026-11-20T06:00:00Z');
    await page.reload();
    const line = page
      .getByRole('banner')
      .getByText(/^Apply (?:for|by)/)
      .locator('..');
    await expect(line).toContainText('for Spring 2027');
    const height = (await line.boundingBox())?.height;
    await seedApplication(page, { answers: { entry_term: '2027SP' }, tabs: {}, counts: {} });
    await page.reload();
    await expect(line).not.toContainText('for Spring 2027');
    expect((await line.boundingBox())?.height).toBe(height);
  });
}

test('who submits too late reads why, loses nothing, and goes on', async ({ startedPage: page }) => {
  const sentence = 'Spring is full. You can still apply for fall.';
  const wanted = completeState(form);
  await seedApplication(page, wanted);
  // The answer of a server whose partner takes nothing late (test/api/deadlines.test.ts).
  await page.route('**/api/submit', (route) =>
    route.fulfill({ status: 403, json: { message: sentence, deadline: 'past' } }),
  );
  await page.reload();
  await goToStep(page, form.pages.at(-1)?.title ?? '');
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await submit.click();
    const dialog = page.getByRole('dialog', { name: 'The deadline has passed' });
    await expect(dialog).toContainText(sentence);
    await inspectState(page, `deadline-passed-${width}`);
    await dialog.getByRole('button', { name: 'OK' }).click();
    await expect(submit).toBeFocused();
  }
  expect((await storedApplication(page)).answers).toMatchObject(wanted.answers);
});

test('the review says the deadline beside Submit', async ({ startedPage: page }) => {
  const { answers, ...state } = completeState(form);
  await seedApplication(page, { ...state, answers: { ...answers, entry_term: '2027FA' } });
  await setServerClock(page, '2027-01-15T20:20:00Z');
  await page.goto('/review');
  const main = page.getByRole('main');
  await expect(main.getByText(/^Apply by January 15, 11:59\sPM Denver time$/)).toBeVisible();
  await expect(main.getByText(/ hours, \d+ minutes left$/)).toBeVisible();
  await expect(page.getByRole('heading', { name: /then submit it below/ })).toBeVisible();
  await expect(main.getByText('· ')).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(main.getByText('· ')).toBeHidden();
  await inspectState(page, 'review-deadline');
});

test('reminders are turned off and on with the keyboard on the account screen', async ({
  startedPage: page,
}) => {
  await page.goto('/account');
  const reminders = page.getByRole('checkbox', { name: 'Send me reminders' });
  await expect(reminders).toBeChecked();
  await reminders.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('You will get no more reminders from us.')).toBeVisible();
  await page.reload();
  await expect(reminders).not.toBeChecked();
  await reminders.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('We will remind you before the deadline.')).toBeVisible();
  await inspectState(page, 'reminders');
});

test('a link to stop reminders that is not right says so, without a log-in', async ({ page }) => {
  await page.goto('/stop-reminders?token=guessed');
  await expect(page.getByRole('heading', { name: 'Stop Reminders' })).toBeVisible();
  await inspectState(page, 'stop-reminders');
  await page.getByRole('button', { name: 'Stop Reminders' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await inspectState(page, 'stop-reminders-refused');
});
