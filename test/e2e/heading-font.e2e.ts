import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journey.ts';

/** Maximum size of the heading font for English readers. */
const MAX_BYTES = 25_000;

test('the heading font is one small file, and causes no layout shift when late', async ({ page }) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await arrival;
    await route.continue();
  });
  // The load event waits for the font.
  await page.goto('/signup', { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  const before = await sizeOf(heading);
  arrive();
  await expect.poll(() => hasFace(page)).toBe(true);
  const after = await sizeOf(heading);
  expect(after.height).toBe(before.height);
  expect(Math.abs(after.width / before.width - 1)).toBeLessThan(0.06);

  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.woff2'))
      .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.encodedBodySize : 0)),
  );
  expect(files).toHaveLength(1);
  expect(files[0]).toBeLessThanOrEqual(MAX_BYTES);
});

/** Size of a heading's text; retries while the client replaces the prerendered one. */
async function sizeOf(heading: Locator): Promise<{ readonly width: number; readonly height: number }> {
  let size = { width: 0, height: 0 };
  await expect(async () => {
    size = await heading.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return { width: range.getBoundingClientRect().width, height: element.getBoundingClientRect().height };
    });
    expect(size.height).toBeGreaterThan(0);
  }).toPass();
  return size;
}

function hasFace(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.fonts].some(
      ({ status, family }) => status === 'loaded' && family.includes('Source Serif 4'),
    ),
  );
}
