import { expect } from '@playwright/test';
import type { FormState } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { readApplications } from '#test/applicants/applications.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { expectPage, fillPage } from './fill-page.ts';
import { stepLink } from './go-to-step.ts';
import { test, waitUntilSaved } from './journey.ts';
import { questionBox } from './question-box.ts';

const form = readForm();
const [firstPage, nextPage] = form.pages;
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

test('what a visitor types survives a reload, and is in no store in plain text', async ({ page }) => {
  await page.goto('/');
  const box = page.locator('main').getByRole('textbox').first();
  await box.fill('Countess');
  await page.reload();
  await expect(box).toHaveValue('Countess');
  const stored = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(stored).toContain('visitor-draft');
  expect(stored).not.toContain('Countess');
});

test('a step link takes a visitor along the form, and once something is answered to sign-up', async ({
  page,
}) => {
  await page.goto('/');
  await stepLink(page, nextPage?.title ?? '').click();
  await expect(page).toHaveURL(nextPage?.path ?? '');
  await stepLink(page, firstPage?.title ?? '').click();
  await page.locator('main').getByRole('textbox').first().fill('Something');
  await stepLink(page, nextPage?.title ?? '').click();
  await expect(page).toHaveURL('/signup');
});

test('a visitor sees the default tab alone, and cannot add an instance', async ({ page }) => {
  await page.goto('/');
  for (const { title, layout } of form.pages) {
    await stepLink(page, title).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    for (const group of allNodes(layout)) {
      if (group.kind === 'tabs') {
        const known = group.tabs.find(({ id }) => id === group.defaultTab)?.title ?? '';
        await expect(page.getByRole('tablist', { name: group.label }).getByRole('tab')).toHaveText([known]);
      }
      if (group.kind === 'addAnother') {
        await expect(page.getByRole('button', { name: group.label, exact: true })).toHaveCount(0);
      }
    }
  }
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
