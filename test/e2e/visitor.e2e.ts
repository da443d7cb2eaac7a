import { expect } from '@playwright/test';
import type { FormState } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { readApplications } from '#test/applicants/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { expectPage, fillPage } from './fill-page.ts';
import { test, waitUntilSaved } from './journey.ts';
import { questionBox } from './question-box.ts';

const form = readForm();
const [firstPage] = form.pages;
const nodes = allNodes(form.pages.flatMap((page) => page.layout));
const NEEDS_ACCOUNT = 'This question can be finished once you have created an account.';

test('what a visitor answered goes along to the new account', async ({ page, student }) => {
  const wanted = forVisitor();
  await page.goto('/');
  const given = await fillPage(page, form, { pageId: firstPage?.id ?? '', wanted });
  const file = Object.values(firstPage?.questions ?? {}).find(({ widget }) => widget === 'file');
  if (file) await expect(questionBox(page, file)).toContainText(NEEDS_ACCOUNT);
  await page.getByRole('button', { name: 'Save & Continue' }).click();
  await expect(page).toHaveURL('/signup');
  await student.signUp(page);
  await student.logIn(page);
  await expectPage(page, form, { pageId: firstPage?.id ?? '', wanted: given });
  await waitUntilSaved(page, given.answers);
});

/** The application that asks for a document on the first page, as far as a visitor can give it. */
function forVisitor(): FormState {
  const later = new Set(
    nodes
      .flatMap((node) => (node.kind === 'addAnother' ? node.instances.slice(1) : []))
      .flatMap(({ keys }) => keys),
  );
  const applications = readApplications(form, new Date());
  const chosen = applications.find(({ tabs }) => Object.keys(tabs).length > 0) ?? applications[0];
  const own = Object.entries(chosen?.answers ?? {}).filter(([key]) => !later.has(key));
  return { answers: Object.fromEntries(own), tabs: {}, counts: {} };
}
