import { expect, type Page } from '@playwright/test';
import { deadlinesOf } from '#form/deadlines/deadlines.ts';
import { readForm, readPartner } from '#test/support/compiled-form.ts';
import { inspectState, test } from './journey.ts';
import { seedApplication } from './seed.ts';

const deadlines = deadlinesOf({ ...readPartner('default') });
const [first] = deadlines?.dates ?? [];
const last = deadlines?.dates.at(-1);
test.skip(!deadlines, 'The partner has no deadlines.');

/** Minutes after a deadline, or before it. */
function minutesFrom({ ends = '' }: { readonly ends?: string } = {}, minutes: number): string {
  return new Date(Date.parse(ends) + minutes * 60_000).toISOString();
}

/** The application of a student who has chosen a term. */
function applicationFor({ term = '' }: { readonly term?: string } = {}) {
  return { answers: { [deadlines?.question ?? '']: term }, tabs: {}, counts: {} };
}

test.use({ timezoneId: 'Europe/Berlin', viewport: { width: 390, height: 844 } });

/** Sets the server time that the page receives. */
async function setServerClock(page: Page, time: string): Promise<void> {
  await page.route(/\/(?:api|public)\//, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(time).toUTCString() } });
  });
}

test('before the deadline and in the grace period a student sees the end, without layout shift', async ({
  startedPage: page,
}) => {
  await seedApplication(page, applicationFor(last));
  const line = page.getByRole('main').locator('p').filter({ hasText: 'minutes left' });
  const heightAt = async (time: string): Promise<number | undefined> => {
    await setServerClock(page, time);
    await page.reload();
    await expect(line).toContainText('minutes left');
    return (await line.boundingBox())?.height;
  };
  const before = await heightAt(minutesFrom(last, -20));
  await expect(line).toBeInViewport({ ratio: 1 });
  await inspectState(page, 'deadline-near');
  expect(await heightAt(minutesFrom(last, 5))).toBe(before);
  await expect(line).toContainText(
    /^The deadline was .* Applications still count as on time until .* your time\) /,
  );
});

test('the bar has the same height with and without a term, its sheet the whole deadline, and room for an error', async ({
  startedPage: page,
}) => {
  await setServerClock(page, minutesFrom(first, -25 * 24 * 60 - 1));
  await page.reload();
  const bar = page.locator('.form-aside-place');
  await expect(page.getByRole('timer')).toHaveText(`${first?.label}: 25 days`);
  const height = (await bar.boundingBox())?.height;
  await page.getByRole('button', { name: 'Show all sections' }).click();
  await expect(page.getByRole('dialog').getByText(`Apply for ${first?.label} by`)).toBeVisible();
  await page.keyboard.press('Escape');
  await seedApplication(page, applicationFor(first));
  await page.reload();
  await expect(page.getByRole('timer')).toHaveText('Due in 25 days');
  expect((await bar.boundingBox())?.height).toBe(height);

  await setServerClock(page, minutesFrom(first, -20));
  const key = readForm().greetingName.at(-1) ?? '';
  const body = { message: '1 answer needs a change.', errors: { [key]: ['Not this one.'] } };
  await page.route('/api/answer', (route) => route.fulfill({ status: 422, json: body }));
  await page.reload();
  await page.locator(`[id="${key}"]`).fill('Ada');
  await page.keyboard.press('Tab');
  const state = page.getByRole('status', { name: 'Save state' });
  await expect(state).toContainText('Not saved – 1 answer needs a change.');
  await expect(page.getByRole('timer')).toBeVisible();
  const hidden = await state.evaluate((element) => {
    const [own, text] = [element, element.lastElementChild].map((one) => one?.getBoundingClientRect());
    return own && text ? [own.top - text.top, text.bottom - own.bottom] : undefined;
  });
  expect(Math.max(...(hidden ?? [Infinity])), 'hidden pixels').toBeLessThanOrEqual(0);
});
