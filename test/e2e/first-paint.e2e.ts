import { expect, type Page } from '@playwright/test';
import { readForm, readPartner } from '#test/support/compiled-form.ts';
import { test } from './journey.ts';

const NAME = 'cottonwood';
const settings = readPartner(NAME);
const formPath = readForm(NAME).pages[0]?.path ?? '/';

test.use({ partner: NAME });

test("the university's name and colors are painted before any script or style sheet loads", async ({
  page,
}) => {
  const arrive = await delayLoading(page);
  await page.goto(formPath, { waitUntil: 'commit' });

  const shell = page.getByRole('status').filter({ hasText: 'Loading...' });
  await expect(shell).toContainText('Loading...');
  await isPainted(page);
  const primary = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-primary'),
  );
  expect(primary).toBe(settings.colors.primary.main);
  const { width, height } = settings.logo ?? { width: 0, height: 0 };
  const logo = shell.getByRole('img', { name: settings.name });
  // Space is reserved before it loads.
  expect(await logo.boundingBox()).toMatchObject({ width, height });
  const place = await shell.boundingBox();
  expect(place).toMatchObject({ x: 0, y: 0, width: 1280, height: 900 });

  arrive();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shell).toHaveCount(0);

  // The modern style uses the system font for headings.
  const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(files.filter((file) => file.endsWith('.woff2'))).toEqual([]);
});

test('the log-in card is painted before any script loads, and does not move', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const arrive = await delayLoading(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.locator('[inert] h1')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(1);
  await isPainted(page);
  const before = await places(page);

  arrive();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeEnabled();
  await expect(page.locator('[inert]')).toHaveCount(0);
  expect(await places(page)).toEqual(before);
});

/** Delays scripts and style sheets; returns a function that releases them. */
async function delayLoading(page: Page): Promise<() => void> {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await arrival;
    await route.continue();
  });
  return arrive;
}

async function isPainted(page: Page): Promise<void> {
  const painted = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint').map(({ name }) => name));
  await expect.poll(painted).toHaveLength(1);
}

/** Positions of the parts of the card. */
async function places(page: Page) {
  const parts = ['h1', '#username', '#password', 'button[type=submit]', '.account-help', '.account-promise'];
  return Promise.all(parts.map((part) => page.locator(part).boundingBox()));
}
