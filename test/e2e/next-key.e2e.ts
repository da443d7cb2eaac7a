import { expect, type Locator, type Page } from '@playwright/test';
import { readForm } from '#test/support/compiled-form.ts';
import { goToStep } from './go-to-step.ts';
import { test } from './journey.ts';

const form = readForm();
const PHONE = { width: 390, height: 844 };

/** Presses "Next" on a phone keyboard. */
async function pressNext(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
}

function lines(page: Page): Locator {
  return page.locator('.form-page input[enterkeyhint="next"]');
}

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: PHONE });

  test('the Next key goes to the next question, visibly, and from the last line to the continue button', async ({
    startedPage: page,
  }) => {
    const several = (await lines(page).all()).slice(0, 8);
    expect(several).toHaveLength(8);
    for (const line of several) {
      await line.focus();
      const key = await focusedKey(page);
      await pressNext(page);
      await expect.poll(() => focusedKey(page), `after ${key}`).not.toBe(key);
      await expect(page.locator(':focus')).toBeInViewport({ ratio: 1 });
    }
    await goToStep(page, form.pages.at(-1)?.title ?? '');
    await lines(page).last().focus();
    await pressNext(page);
    await expect(page.getByRole('button', { name: 'Review your application' })).toBeFocused();
  });
});

test('without such a keyboard Enter stays in its line', async ({ startedPage: page }) => {
  await lines(page).first().fill('Ada');
  await pressNext(page);
  await expect(lines(page).first()).toBeFocused();
});

/** Key of the question with focus. */
function focusedKey(page: Page): Promise<string> {
  return page.evaluate(
    () => document.activeElement?.closest('.box')?.id ?? document.activeElement?.className ?? '',
  );
}
