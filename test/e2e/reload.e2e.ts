import { expect, type Page } from '@playwright/test';
import { readForm } from '#test/support/compiled-form.ts';
import { stepLink } from './go-to-step.ts';
import { test } from './journey.ts';

const form = readForm();

/** How far a question in the middle of the page is below the top of the window, once one has scrolled to it. */
async function scrollTo(page: Page, key: string): Promise<number> {
  await page.evaluate((question) => {
    document.querySelector(`[data-question="${question}"]`)?.scrollIntoView({ block: 'start' });
    window.scrollBy(0, -100);
  }, key);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  return placeOf(page, key);
}

function placeOf(page: Page, key: string): Promise<number> {
  return page
    .locator(`[data-question="${key}"]`)
    .first()
    .evaluate((box) => Math.round(box.getBoundingClientRect().top));
}

/** Within the two pixels to which a window scrolls and text is laid out. */
async function expectAt(page: Page, key: string, place: number): Promise<void> {
  await expect.poll(async () => Math.abs((await placeOf(page, key)) - place)).toBeLessThanOrEqual(2);
}

/** The question in the middle of those that a page shows. */
function middleOf(page: Page): Promise<string> {
  return page
    .locator('[data-question]')
    .evaluateAll((boxes) => boxes[Math.floor(boxes.length / 2)]?.getAttribute('data-question') ?? '');
}

for (const { title, path } of form.pages) {
  test(`a reload of "${title}" comes back to where one was`, async ({ startedPage: page }) => {
    if (new URL(page.url()).pathname !== path) await stepLink(page, title).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const key = await middleOf(page);
    const place = await scrollTo(page, key);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAt(page, key, place);
  });
}

test('a reload of an address that names a question comes back to where one went from there', async ({
  startedPage: page,
}) => {
  const [{ path, questions }] = [form.pages[0] ?? { path: '', questions: {} }];
  const first = Object.keys(questions)[0] ?? '';
  await page.goto(`${path}#${first}`);
  await expect(page.locator(`#${first}`)).toBeFocused();
  const key = await middleOf(page);
  const place = await scrollTo(page, key);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAt(page, key, place);
});
