import { expect } from '@playwright/test';
import type { FormEdit } from '#test/support/changing-form.ts';
import { PRELOAD_DELAY } from '#client/screens/root/use-preload.ts';
import { stepLink } from './go-to-step.ts';
import { STUDENT, test } from './changing-form-journey.ts';
import { inspectState, openSession, waitUntilSaved } from './journey.ts';

const CHANGED = "We've changed this application since you opened it.";

/** Replaces the motto, and renames the tab group, a tab and the block of pets. */
const RENAMED: FormEdit = {
  'pages/you.schema.json': (page) =>
    page.replace(
      '"motto": { "title": "Motto of {partner.name}" }',
      '"saying": { "title": "Saying", "formerly": ["motto"] }',
    ),
  'pages/you.ui.json': (layout) =>
    layout
      .replaceAll('"motto"', '"saying"')
      .replace('"id": "words",', '"id": "phrases", "formerly": ["words"],')
      .replace('"valueKey": "words"', '"valueKey": "phrases"')
      .replace('"id": "own",', '"id": "mine", "formerly": ["own"],'),
  'pages/pets.ui.json': (layout) =>
    layout.replace('"id": "more_pets",', '"id": "further_pets", "formerly": { "id": ["more_pets"] },'),
};

test('a page opened before the form changed loses nothing, shows a message, and is reloaded', async ({
  page,
  form,
}) => {
  await openSession(page, { ...STUDENT, server: form.server() });
  await page.goto('/pets');
  await page.getByRole('combobox', { name: 'Pets' }).press('ArrowDown');
  await page.getByRole('button', { name: 'Add Another' }).click();
  await expect(page.getByText('Pet 2', { exact: true })).toBeVisible();
  await stepLink(page, 'You').click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  // The previous page has several, and stays until this one is rendered.
  await expect(name).toHaveCount(1);
  await name.fill('Ada');
  await waitUntilSaved(page, { name: 'Ada' });
  await page.getByRole('tab', { name: 'My own' }).click();
  const motto = page.getByRole('textbox', { name: 'Motto of Tiny School' });
  await motto.fill('Onwards');
  await waitUntilSaved(page, { motto: 'Onwards' });
  // The changed-form dialog is preloaded.
  await page.waitForTimeout(PRELOAD_DELAY);
  await page.waitForLoadState('networkidle');

  await page.context().setOffline(true);
  await motto.fill('Onwards and upwards');
  await form.change(RENAMED);
  await page.context().setOffline(false);
  await expect(page.getByText(CHANGED)).toBeVisible();
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved');
  await expect(motto).toHaveValue('Onwards and upwards');
  await inspectState(page, 'form-changed');
  await motto.fill('Onwards and upwards, every day');
  await page.getByRole('button', { name: 'Reload the page' }).click();

  await expect(page.getByRole('textbox', { name: 'Saying' })).toHaveValue('Onwards and upwards, every day');
  await expect(page.getByRole('tab', { name: 'My own' })).toHaveAttribute('aria-selected', 'true');
  await expect(name).toHaveValue('Ada');
  await expect(page.getByText(CHANGED)).toHaveCount(0);
  await stepLink(page, 'Pets').click();
  await expect(page.getByText('Pet 2', { exact: true })).toBeVisible();
});
