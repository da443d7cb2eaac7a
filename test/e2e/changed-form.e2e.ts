import { expect } from '@playwright/test';
import type { FormEdit } from '#test/support/changing-form.ts';
import { STUDENT, test } from './changing-form-journey.ts';
import { inspectState, openSession, waitUntilSaved } from './journey.ts';
import { stepLink } from './go-to-step.ts';
import { textOfPdfCopy } from './stored.ts';

const GONE = '“Houseboat” is no longer offered. Please choose again.';

/** Before the change a home may be a boat, and a colour green. */
const FIRST: FormEdit = {
  'options/homes.json': (list) =>
    list.replace('"options": [', '"options": [{ "value": "bt", "label": "Houseboat" },'),
};

/** Since then everybody is asked for a laptop too. */
const CHANGED: FormEdit = {
  'pages/you.schema.json': (page) =>
    page
      .replace(
        '"name": { "title": "Name" },',
        '"name": { "title": "Name" }, "laptop": { "title": "Laptop" },',
      )
      .replace('"required": ["name", "home"]', '"required": ["name", "home", "laptop"]'),
  'pages/you.ui.json': (layout) => layout.replace('"born",', '"laptop", "born",'),
};

test.use({ first: FIRST });

test('a student who comes back to a form that has changed is shown what to look at, before Submit', async ({
  page,
  form,
}) => {
  await openSession(page, { ...STUDENT, server: form.server() });
  await page.goto('/you');
  await page.getByRole('radio', { name: 'Houseboat' }).check();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
  await waitUntilSaved(page, { name: 'Ada', home: 'bt', home_desc: 'Houseboat' });
  await expect(stepLink(page, 'You')).toContainText('Complete');

  await page.goto('about:blank');
  await page.context().clearCookies();
  await form.change(CHANGED);
  const origin = form.server().url;
  const login = await page.request.post('/public/login', { data: STUDENT, headers: { origin } });
  expect(login.status()).toBe(200);
  await page.goto('/you');
  await expect(stepLink(page, 'You')).toContainText('2 to look at');
  await expect(stepLink(page, 'Pets')).toContainText('required left');
  const home = page.getByRole('radiogroup', { name: 'Home' });
  await expect(home).toHaveAccessibleDescription(GONE);
  await expect(page.getByText('This is newly asked.')).toBeVisible();
  await expect(page.getByText("We're missing some information!")).toHaveCount(0);
  await inspectState(page, 'to-look-at');

  expect(await textOfPdfCopy(page)).toContain('Houseboat');
  await stepLink(page, 'Pets').click();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByText("We're missing some information!")).toBeVisible();
  await expect(stepLink(page, 'You')).toContainText('2 to fix');
  await stepLink(page, 'You').click();
  await expect(home).toHaveAccessibleDescription(GONE);
  await page.getByRole('radio', { name: 'Flat' }).check();
  await page.getByRole('textbox', { name: 'Laptop' }).fill('Yes');
  await waitUntilSaved(page, { home: 'flat', home_desc: 'Flat', laptop: 'Yes' });
  await expect(stepLink(page, 'You')).toContainText('Complete');
  await expect(page.getByText(GONE)).toHaveCount(0);
});
