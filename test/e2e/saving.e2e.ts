import { expect, type Page } from '@playwright/test';
import type { Question } from '#form/definition/definition.ts';
import { stateOf } from '#test/form/build-definition.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import { expectPage, fillPage } from './fill-page.ts';
import { test, waitUntilSaved } from './journey.ts';
import { questionBox } from './question-box.ts';

const form = readForm();
const pageId = form.defaultPage;

/** Questions of the first page that take any text and are always asked. */
const [first, second] = textQuestions();

test('a reload in the middle loses nothing, not even what is still being typed', async ({
  startedPage: page,
}) => {
  const { answers } = await fillPage(page, form, { pageId, wanted: completeState(form) });
  const control = controlOf(page, first);
  await control.fill('Half a sente');
  await expect(control).toBeFocused();
  await page.reload();
  await expectPage(page, form, { pageId, wanted: stateOf({ ...answers, [first.key]: 'Half a sente' }) });
});

test('two tabs that answer different questions both keep theirs', async ({ startedPage: page, context }) => {
  const tab = await secondTab(page);
  await controlOf(page, first).fill('From the first tab');
  await waitUntilSaved(page, { [first.key]: 'From the first tab' });
  await controlOf(tab, second).fill('From the second tab');
  const both = { [first.key]: 'From the first tab', [second.key]: 'From the second tab' };
  await waitUntilSaved(tab, both);
  for (const each of context.pages()) {
    await each.reload();
    await expectPage(each, form, { pageId, wanted: stateOf(both) });
  }
});

for (const { choice, kept } of [
  { choice: 'Keep mine', kept: 'Second' },
  { choice: 'Use theirs', kept: 'First' },
]) {
  test(`the same question in two tabs tells the second, and "${choice}" keeps what it says`, async ({
    startedPage: page,
  }) => {
    const tab = await secondTab(page);
    await controlOf(page, first).fill('First');
    await waitUntilSaved(page, { [first.key]: 'First' });
    await controlOf(tab, first).fill('Second');
    await tab.keyboard.press('Tab');

    const dialog = tab.getByRole('dialog', { name: 'Which answer should we keep?' });
    await expect(dialog.getByText('First', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Second', { exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: choice }).click();
    await expect(dialog).toBeHidden();
    await waitUntilSaved(tab, { [first.key]: kept });
    await expect(controlOf(tab, first)).toHaveValue(kept);
  });
}

async function secondTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(questionBox(tab, first)).toBeVisible();
  return tab;
}

function controlOf(page: Page, question: Question) {
  return questionBox(page, question).getByRole('textbox');
}

function textQuestions(): readonly [Question, Question] {
  const page = form.pages.find(({ id }) => id === pageId);
  const [one, two] = Object.values(page?.questions ?? {}).filter(
    ({ widget, constraints, rules, visibleWhen }) =>
      widget === 'text' && !constraints.pattern && rules.length === 0 && !visibleWhen,
  );
  if (!one || !two) throw new Error('The first page asks for too little text.');
  return [one, two];
}
