import { expect, type Page } from '@playwright/test';
import type { Question } from '#form/definition/definition.ts';
import { stateOf } from '#test/form/build-definition.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import { expectPage, fillPage } from './fill-page.ts';
import { inspectState, test, waitUntilSaved } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';
import { questionBox } from './question-box.ts';

test.use({ project: OWN_PROJECT });

const form = readForm('default', OWN_PROJECT);
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

test('the same question in two tabs asks in the second, which may keep its own', async ({
  startedPage: page,
}) => {
  const tab = await secondTab(page);
  await tab.route('**/api/answer', (route) => route.abort('internetdisconnected'));
  await controlOf(tab, first).fill('Second');
  await tab.keyboard.press('Tab');
  const state = tab.getByRole('status', { name: 'Save state' });
  await expect(state).toHaveText('Not saved – we will keep trying');
  await controlOf(page, first).fill('First');
  await waitUntilSaved(page, { [first.key]: 'First' });

  const dialog = tab.getByRole('dialog', { name: 'Which answer should we keep?' });
  await expect(dialog.getByText('First', { exact: true })).toBeVisible();
  await expect(dialog.getByText('Second', { exact: true })).toBeVisible();
  await inspectState(tab, 'open-conflict');
  await tab.unroute('**/api/answer');
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect(dialog).toBeHidden();
  await waitUntilSaved(tab, { [first.key]: 'Second' });
  await expect(controlOf(tab, first)).toHaveValue('Second');
});

test('what an outage kept from being saved is there after a reload, unreadable in the browser until then', async ({
  startedPage: page,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await controlOf(page, second).fill('Before');
  await waitUntilSaved(page, { [second.key]: 'Before' });
  await breakSaves(page);
  await controlOf(page, second).fill('Lovelace');
  await controlOf(page, first).fill('Half a sente');
  await expect(controlOf(page, first)).toBeFocused();
  await page.reload();
  await expect(controlOf(page, first)).toHaveValue('Half a sente');
  await expect(controlOf(page, second)).toHaveValue('Lovelace');
  const kept = await page.evaluate(() => JSON.stringify(localStorage));
  expect(kept).toContain('matricula:unsaved:');
  expect(kept).not.toMatch(/Lovelace|Half/);

  await mendSaves(page);
  await waitUntilSaved(page, { [first.key]: 'Half a sente', [second.key]: 'Lovelace' });
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

/**
 * From now on no save leaves the page, also after a reload, and also none that is sent on the way out: those pass by
 * Playwright's own routes.
 */
async function breakSaves(page: Page): Promise<void> {
  await page.addInitScript(holdSavesBack);
  await page.evaluate(holdSavesBack);
  await page.evaluate(() => (window.name = 'outage'));
}

async function mendSaves(page: Page): Promise<void> {
  await page.evaluate(() => (window.name = ''));
}

/** The name of a window outlives a reload. */
function holdSavesBack(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    if (window.name === 'outage' && input === '/api/answer') throw new TypeError('Failed to fetch');
    return fetch(input, init);
  };
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
