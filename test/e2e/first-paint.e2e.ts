import { expect } from '@playwright/test';
import { readPartner } from '#test/support/compiled-form.ts';
import { test } from './journey.ts';

const NAME = 'cottonwood';
const settings = readPartner(NAME);

test.use({ partner: NAME });

test("the university's name and colors are painted before any script or style sheet has come", async ({
  page,
}) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });

  const shell = page.getByRole('status').filter({ hasText: 'Loading...' });
  await expect(shell).toContainText('Loading...');
  const painted = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint').map(({ name }) => name));
  await expect.poll(painted).toHaveLength(1);
  const primary = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-primary'),
  );
  expect(primary).toBe(settings.colors.primary.main);
  const { width, height } = settings.logo ?? { width: 0, height: 0 };
  const logo = shell.getByRole('img', { name: settings.name });
  // Its place is kept while it is still to come.
  expect(await logo.boundingBox()).toMatchObject({ width, height });
  const place = await shell.boundingBox();
  expect(place).toMatchObject({ x: 0, y: 0, width: 1280, height: 900 });

  arrive();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shell).toHaveCount(0);
});
