import { expect, type Page } from '@playwright/test';
import { inspectState, test } from './journey.ts';
import { addAuthenticator } from './virtual-authenticator.ts';

const PHONE = { width: 390, height: 844 };

test('a student adds a passkey when offered, logs in with it, by autofill or a button, and removes it', async ({
  page,
  student,
}) => {
  await page.setViewportSize(PHONE);
  const device = await addAuthenticator(page);
  await page.goto('/signup');
  await student.signUp(page);
  await student.logIn(page);
  const offer = page.getByRole('region', { name: 'Passkey' });
  await expect(offer).toBeVisible();
  await inspectState(page, 'passkey-offer');
  await device.setUserPresent(true);
  await offer.getByRole('button', { name: 'Add a Passkey' }).click();
  await expect(offer.getByText('Your passkey has been added.')).toBeVisible();

  await logOut(page);
  // Browser autofill offers it; the virtual authenticator responds at once.
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
  await device.setUserPresent(false);
  await logOut(page);
  await page.getByRole('button', { name: 'Log In With a Passkey' }).click();
  await device.setUserPresent(true);
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
  await expect(offer).toBeHidden();

  await page.goto('/account');
  await page.getByText("Where You're Logged In").click();
  await expect(page.getByText(/Logged in with a passkey/)).toBeVisible();
  const passkeys = page.getByRole('group', { name: 'Passkeys' });
  await passkeys.getByText('Passkeys').click();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await inspectState(page, 'passkeys');
  await passkeys.getByRole('button', { name: 'Add a Passkey' }).click();
  await expect(passkeys.getByText('This device already has a passkey for your account.')).toBeVisible();
  await passkeys.getByRole('button', { name: /^Remove passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByText("You don't have a passkey yet.")).toBeVisible();

  await device.setUserPresent(false);
  await logOut(page);
  await page.getByRole('button', { name: 'Log In With a Passkey' }).click();
  await device.setUserPresent(true);
  await expect(page.getByRole('alert')).toContainText("This passkey doesn't match an account here.");
});

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
}
