import { expect, type Locator, type Page } from '@playwright/test';
import { inspectState, test } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';

test.use({ project: OWN_PROJECT, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const TEXTS = 'A valid cell phone number is required to receive text message updates.';

const controlOf = (page: Page, key: string) => page.locator(`#${key}`);
/** Where a control is on the screen. */
const topOf = (page: Page, key: string) =>
  controlOf(page, key).evaluate((control) => control.getBoundingClientRect().top);
const mistake = (page: Page, key: string) => page.locator(`#error-${key}`);

test('a mistake, or a text that is no entry, shows after the tap that left its question and after a reload, and nothing moves', async ({
  startedPage: page,
}) => {
  const phone = controlOf(page, 'phone_mobile');
  await phone.tap();
  await page.keyboard.type('202555');
  await expect(mistake(page, 'phone_mobile')).toHaveCount(0);
  await tapStill(page, 'phone_home', mistake(page, 'phone_mobile'));
  await inspectState(page, 'left-phone');
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved');

  await page.reload();
  await expect(mistake(page, 'phone_mobile')).toBeVisible();
  await page.getByRole('button', { name: 'Show all sections' }).tap();
  const section = page.getByRole('dialog').getByRole('link', { name: 'Phone Numbers' });
  await expect(section).toHaveAccessibleName(/ 1 to fix$/);
  await section.tap();

  await phone.tap();
  await page.keyboard.press('End');
  await page.keyboard.type('0123');
  await expect(mistake(page, 'phone_mobile')).toHaveCount(0);
  await expect(phone).toBeFocused();

  await phone.fill('');
  await controlOf(page, 'optin_sms_ind').tap();
  await expect(mistake(page, 'optin_sms_ind')).toHaveCount(0);
  await tapStill(page, 'phone_home', mistake(page, 'optin_sms_ind'));
  await expect(controlOf(page, 'optin_sms_ind')).toHaveAccessibleDescription(TEXTS);

  await controlOf(page, 'birth_date').fill('1900-01-31');
  await tapStill(page, 'phone_home', mistake(page, 'birth_date'));
  const { height, gap } = await mistake(page, 'birth_date').evaluate((message) => {
    const own = message.getBoundingClientRect();
    const boxes = [...document.querySelectorAll('.box')];
    const next = boxes[boxes.findIndex((box) => box.contains(message)) + 1];
    return { height: own.height, gap: (next?.getBoundingClientRect().top ?? 0) - own.bottom };
  });
  expect(height, 'a message of two lines').toBeGreaterThan(30);
  expect(gap, 'from the next question').toBeGreaterThanOrEqual(4);

  await controlOf(page, 'country').tap();
  await page.keyboard.type('Atlantis');
  const said = page.getByText("“Atlantis” isn't on the list. Choose one from the list.");
  await tapStill(page, 'address_line_1', said);
  await inspectState(page, 'left-list');
});

/** Taps another control, and waits for a sentence elsewhere: the control has the focus and is where it was. */
async function tapStill(page: Page, key: string, sentence: Locator): Promise<void> {
  const control = controlOf(page, key);
  await control.scrollIntoViewIfNeeded();
  const before = await topOf(page, key);
  await control.tap();
  await expect(sentence).toBeVisible();
  await expect(control).toBeFocused();
  expect(await topOf(page, key)).toBe(before);
}
