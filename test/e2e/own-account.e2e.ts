import { expect, type Locator, type Page } from '@playwright/test';
import { inspectState, test } from './journey.ts';

/** Opens a row of the account by keyboard. */
async function openRow(page: Page, name: string): Promise<Locator> {
  const row = page.getByRole('group', { name, exact: true });
  await row.locator('summary').press('Enter');
  return row;
}

const NEW_PASSWORD = 'Quiet-Otter-Paddles-41';

test('a student opens the account from the menu, changes the password by keyboard and deletes everything', async ({
  startedPage: page,
  student,
}) => {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('link', { name: 'Your Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeFocused();
  await inspectState(page, 'own-account');
  await openRow(page, "Where You're Logged In");
  await expect(page.getByText('(this device)')).toBeVisible();

  const password = await openRow(page, 'Password');
  await inspectState(page, 'own-account-open');
  await password.getByLabel('Current password').focus();
  await page.keyboard.type(student.password);
  await page.keyboard.press('Tab');
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password has been changed.')).toBeVisible();

  const deletion = await openRow(page, 'Delete Your Application');
  await deletion.getByLabel('Current password').fill(NEW_PASSWORD);
  await deletion.getByRole('button', { name: 'Delete Everything' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Everything' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your account and application have been deleted.').first()).toBeVisible();
});
