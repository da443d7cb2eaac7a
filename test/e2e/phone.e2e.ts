import { expect } from '@playwright/test';
import { readForm } from '#test/support/compiled-form.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';

const form = readForm();
const PHONE = { width: 390, height: 844 };

/** Greatest heights in pixels. */
const LIMITS = { about: 6500, education: 3600 } as const;

test('on a phone, pages have few screens, and more questions open and stay open', async ({
  startedPage: page,
}) => {
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('region', { name: 'Welcome' })).toBeVisible();
  for (const { id, title } of form.pages.filter((each) => each.id in LIMITS)) {
    await goToStep(page, title);
    const end = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(end, `height of ${title}`).toBeLessThanOrEqual(LIMITS[id === 'about' ? 'about' : 'education']);
    await expect(page.getByRole('banner')).toHaveCSS('height', '56px');
  }

  await goToStep(page, form.pages[0]?.title ?? '');
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
