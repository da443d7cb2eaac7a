import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journey.ts';

/** As much as the face of headings may cost who reads English. */
const MOST_BYTES = 25_000;

test('the face of headings comes in one small file, and moves nothing when it comes late', async ({
  page,
}) => {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await arrival;
    await route.continue();
  });
  // The page counts as loaded only with the file.
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
  expect(files[0]).toBeLessThanOrEqual(MOST_BYTES);
});

/** The size of the words of a heading that is drawn: the client may be putting its own in the place of the build's. */
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

/** Whether a file of the face has come. */
function hasFace(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.fonts].some(
      ({ status, family }) => status === 'loaded' && family.includes('Matricula Display'),
    ),
  );
}
