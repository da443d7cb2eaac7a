import { expect, type Locator, type Page } from '@playwright/test';
import { inspectState, test } from './journey.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const TEXTS = 'A valid cell phone number is required to receive text message updates.';

/** Where a control is on the screen. */
const topOf = (page: Page, key: string) =>
  page.locator(`#${key}`).evaluate((control) => control.getBoundingClientRect().top);
const mistake = (page: Page, key: string) => page.locator(`#error-${key}`);

test('a mistake shows after the tap that left its question, and nothing moves', async ({
  startedPage: page,
}) => {
  const phone = page.locator('#phone_mobile');
  await phone.tap();
  await page.keyboard.type('202555');
  await expect(mistake(page, 'phone_mobile')).toHaveCount(0);
  await tapStill(page, 'phone_home', mistake(page, 'phone_mobile'));
  await inspectState(page, 'left-phone');

  await phone.tap();
  await page.keyboard.press('End');
  await page.keyboard.type('0123');
  await expect(mistake(page, 'phone_mobile')).toHaveCount(0);
  await expect(phone).toBeFocused();

  await phone.fill('');
  await page.locator('#optin_sms_ind').tap();
  await expect(mistake(page, 'optin_sms_ind')).toHaveCount(0);
  await tapStill(page, 'phone_home', mistake(page, 'optin_sms_ind'));
  await expect(page.locator('#optin_sms_ind')).toHaveAccessibleDescription(TEXTS);
  await inspectState(page, 'left-texts');
});

test('a text that is no entry of its list is said in the place of a message', async ({
  startedPage: page,
}) => {
  await page.locator('#country').tap();
  await page.keyboard.type('Atlantis');
  const said = page.getByText('“Atlantis” is not in the list. Choose one from the list.');
  await tapStill(page, 'address_line_1', said);
  await inspectState(page, 'left-list');
});

/** Taps another control, and waits for a sentence elsewhere: the control has the focus and is where it was. */
async function tapStill(page: Page, key: string, sentence: Locator): Promise<void> {
  const control = page.locator(`#${key}`);
  await control.scrollIntoViewIfNeeded();
  const before = await topOf(page, key);
  await control.tap();
  await expect(sentence).toBeVisible();
  await expect(control).toBeFocused();
  expect(await topOf(page, key)).toBe(before);
}
