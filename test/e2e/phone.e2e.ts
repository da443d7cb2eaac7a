import { expect, type Page } from '@playwright/test';
import { readForm } from '#test/support/compiled-form.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';

const form = readForm();
const PHONE = { width: 390, height: 844 };

/** Highest distance from the top of the first field, and of the end of the page, in pixels. */
const LIMITS = { about: [420, 6500], education: [420, 3600] } as const;

/** Distance of the first field from the top of the page. */
function firstField(page: Page): Promise<number> {
  return page
    .locator('.form-page :is(input, select, textarea)')
    .first()
    .evaluate((field) => field.getBoundingClientRect().top + scrollY);
}

test('on a phone, the first field is on the first screen, and pages have few screens', async ({
  startedPage: page,
}) => {
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('region', { name: 'Welcome' })).toBeVisible();
  for (const { id, title } of form.pages.filter((each) => each.id in LIMITS)) {
    const [field, height] = LIMITS[id === 'about' ? 'about' : 'education'];
    await goToStep(page, title);
    expect(await firstField(page), `first field of ${title}`).toBeLessThanOrEqual(field);
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(end, `height of ${title}`).toBeLessThanOrEqual(height);
    await expect(page.getByRole('banner')).toHaveCSS('height', '56px');
  }
});

test('on a desktop, the first field is on the upper half of the screen', async ({ startedPage: page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByRole('region', { name: 'Welcome' })).toBeVisible();
  expect(await firstField(page)).toBeLessThanOrEqual(400);
});

test('more questions open by a button, a link or an answer, and stay open', async ({ startedPage: page }) => {
  await page.setViewportSize(PHONE);
  const middle = page.getByRole('textbox', { name: 'Middle Name', exact: true }).first();
  await expect(middle).toHaveCount(0);
  await page.getByRole('button', { name: /^Add a middle or preferred name/ }).click();
  await expect(page.locator('#prefix')).toBeFocused();
  await middle.fill('Lovelace');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved');
  await page.reload();
  await expect(middle).toHaveValue('Lovelace');
  await middle.fill('');
  await page.keyboard.press('Tab');
  await expect(middle).toBeVisible();
  await page.goto('/about#citizenship_2');
  await expect(page.locator('#citizenship_2')).toBeFocused();
  await inspectState(page, 'more-open');
});
