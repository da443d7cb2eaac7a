import { expect, type Locator, type Page } from '@playwright/test';

/** The link to a step of the application, by its page title. */
export function stepLink(page: Page, title: string): Locator {
  return page.getByRole('navigation', { name: 'Application steps' }).getByRole('link', { name: title });
}

/** Follows the link to a step, and waits for its page. */
export async function goToStep(page: Page, title: string): Promise<void> {
  const link = stepLink(page, title);
  // On a phone, the steps are in a sheet.
  const sheet = page.getByRole('button', { name: 'Show all sections' });
  await link.or(sheet).filter({ visible: true }).first().waitFor();
  if (!(await link.isVisible())) await sheet.click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator('.form-page')).toBeVisible();
}
