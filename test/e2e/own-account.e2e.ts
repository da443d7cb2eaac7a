import { expect } from '@playwright/test';
import { inspectState, test } from './journey.ts';

const NEW_PASSWORD = 'Quiet-Otter-Paddles-41';

test('a student opens the account from the menu, changes the password by keyboard and deletes everything', async ({
  startedPage: page,
  student,
}) => {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('link', { name: 'Your Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your Account' })).toBeFocused();
  await expect(page.getByText('(this device)')).toBeVisible();
  await inspectState(page, 'own-account');

  const present = page.getByRole('region', { name: 'Password' }).getByLabel('Current password');
  await present.focus();
  await page.keyboard.type(student.password);
  await page.keyboard.press('Tab');
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password was changed.')).toBeVisible();

  const deletion = page.getByRole('region', { name: 'Delete Your Application' });
  await deletion.getByLabel('Current password').fill(NEW_PASSWORD);
  await deletion.getByRole('button', { name: 'Delete Everything' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete Everything' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your account and application have been deleted.').first()).toBeVisible();
});
