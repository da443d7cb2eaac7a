import { expect } from '@playwright/test';
import { readApplications } from '#test/support/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { fillAllPages } from './fill-page.ts';
import { test } from './journey.ts';
import { asStored, storedApplication } from './stored.ts';

const form = readForm();

for (const { title, ...wanted } of readApplications(form, new Date())) {
  test(`the application of ${title} is filled in, submitted and kept as it was given`, async ({
    startedPage: page,
  }) => {
    await fillAllPages(page, form, wanted);
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(page).toHaveURL('/completion');
    expect(await storedApplication(page)).toEqual({
      ...asStored(form, wanted),
      webStatus: ['started', 'validating', 'submitted'],
    });
  });
}
