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
  await expect(shell).toContainText(settings.name);
  await expect(shell).toContainText('Loading...');
  const painted = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint').map(({ name }) => name));
  await expect.poll(painted).toHaveLength(1);
  const shield = shell.locator('svg path').first();
  expect(await shield.evaluate((path) => getComputedStyle(path).fill)).toBe(
    asRgb(settings.colors.primary.main),
  );
  const place = await shell.boundingBox();
  expect(place).toMatchObject({ x: 0, y: 0, width: 1280, height: 900 });

  arrive();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(shell).toHaveCount(0);
});

/** "#1d4e6e" as a browser writes it. */
function asRgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
