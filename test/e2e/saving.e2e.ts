import { expect, type Page } from '@playwright/test';
import type { Question } from '#form/definition/definition.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { stateOf } from '#test/form/build-definition.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState } from '#test/support/complete-state.ts';
import { expectPage, fillPage, tabOf } from './fill-page.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, isWatched, test, waitUntilSaved } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';
import { questionBox } from './question-box.ts';
import { seedApplication } from './seed.ts';
import { storedApplication } from './stored.ts';

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
  test(`the same question in two tabs asks in the second, and "${choice}" does what it says`, async ({
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
    await dialog.getByRole('button', { name: choice }).click();
    await expect(dialog).toBeHidden();
    await waitUntilSaved(tab, { [first.key]: kept });
    await expect(controlOf(tab, first)).toHaveValue(kept);
  });
}

test('a tab whose choice was lost is chosen again by itself, and what is typed in it goes along', async ({
  startedPage: page,
}) => {
  const { title, group, other, question } = tabWithText();
  await seedApplication(page, stateOf({}, { tabs: { [group.id]: other } }));
  await page.reload();
  await goToStep(page, title);
  const state = page.getByRole('status', { name: 'Save state' });
  let isLost = true;
  await page.route('**/api/tabs', (route) =>
    isLost ? route.abort('internetdisconnected') : route.continue(),
  );
  await tabOf(page, group, group.defaultTab).click();
  await controlOf(page, question).fill('Typed in the tab');
  await controlOf(page, question).blur();
  await expect(state).toHaveText('Not saved – we will keep trying');
  await expect(
    page.getByRole('alert', { name: `Error handling tabs for ${group.defaultTab}` }),
  ).toBeVisible();
  expect(await storedApplication(page)).toMatchObject({ answers: {}, tabs: { [group.id]: other } });
  await inspectState(page, 'tab-not-saved');

  isLost = false;
  await expect(state).toHaveText('Saved');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await storedApplication(page)).toMatchObject({
    answers: { [question.key]: 'Typed in the tab' },
    tabs: { [group.id]: group.defaultTab },
  });
});

test('an answer that the server refuses is named on every page, marked, and saved once it is mended', async ({
  startedPage: page,
}) => {
  const { title, question } = tabWithText();
  const state = page.getByRole('status', { name: 'Save state' });
  await goToStep(page, title);
  await controlOf(page, question).fill('x'.repeat(20_001));
  await controlOf(page, question).blur();
  await expect(state).toContainText('Not saved – Some answers cannot be saved.');
  await expect(questionBox(page, question)).toContainText('at most 20,000 characters');
  await inspectState(page, 'answer-refused');

  await goToStep(page, form.pages[0]?.title ?? '');
  await state.getByRole('link', { name: question.fullLabel }).click();
  await expect(controlOf(page, question)).toBeFocused();
  await controlOf(page, question).fill('Short');
  await controlOf(page, question).blur();
  await waitUntilSaved(page, { [question.key]: 'Short' });
  await expect(state).toHaveText('Saved');
});

test('half an emoji is named at its question, and holds up no other answer', async ({
  startedPage: page,
}) => {
  await controlOf(page, first).fill('Ada ');
  await page.evaluate(() => document.execCommand('insertText', false, '\ud83d'));
  await controlOf(page, second).fill('Lovelace');
  await controlOf(page, second).blur();
  await expect.poll(() => storedApplication(page)).toMatchObject({ answers: { [second.key]: 'Lovelace' } });
  await expect(questionBox(page, first)).toContainText(
    'The answer contains a character that cannot be saved.',
  );
  await controlOf(page, first).fill('Ada \u{1f600}');
  await controlOf(page, first).blur();
  await waitUntilSaved(page, { [first.key]: 'Ada \u{1f600}', [second.key]: 'Lovelace' });
});

test('a tab left open while the application is submitted in another goes to the completion page', async ({
  startedPage: page,
}) => {
  await seedApplication(page, completeState(form));
  await page.reload();
  await expect(questionBox(page, first)).toBeVisible();
  expect(
    (await page.request.post('/api/submit', { headers: { origin: new URL(page.url()).origin } })).status(),
  ).toBe(200);
  await controlOf(page, second).fill('Too late');
  await controlOf(page, second).blur();
  await expect(page).toHaveURL('/completion');
  await expect(page.getByText('Receipt', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert', { name: 'Changes Not Saved' })).toContainText('already submitted');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await inspectState(page, 'submitted-elsewhere');
  await page.reload();
  await expect(page).toHaveURL('/completion');
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

test('two tabs in an outage lose nothing when one is closed and the other is loaded again', async ({
  startedPage: page,
}) => {
  const tab = await secondTab(page);
  for (const each of [page, tab]) await breakSaves(each);
  await controlOf(page, first).fill('From the first tab');
  await controlOf(tab, second).fill('From the second tab');
  for (const each of [page, tab]) await each.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toHaveLength(2);
  await page.close();
  await expect(controlOf(tab, first)).toHaveValue('From the first tab');
  await tab.reload();
  const both = { [first.key]: 'From the first tab', [second.key]: 'From the second tab' };
  await expectPage(tab, form, { pageId, wanted: stateOf(both) });
  await mendSaves(tab);
  await waitUntilSaved(tab, both);
});

test('what one of two idle tabs could not save outlasts the log-out that the other gets through', async ({
  startedPage: page,
  student,
}) => {
  await page.context().clock.install();
  await page.reload();
  const tab = await secondTab(page);
  await page.route(/\/api\/(?:answer|logout)$/, (route) => route.abort('internetdisconnected'));
  await controlOf(page, first).fill('Ada');
  const kept = () => page.evaluate(() => Object.keys(localStorage));
  await expect.poll(kept).toHaveLength(1);
  await tab.route('**/api/logout', async (route) => {
    await page.waitForURL('/login');
    await expect.poll(kept).toHaveLength(1);
    await route.continue();
  });
  for (const each of [tab, page]) await isWatched(each);
  await page.context().clock.runFor(14.5 * 60_000);
  for (const each of [tab, page])
    await each.getByRole('button', { name: 'No - Please log me out' }).press('Enter');
  await expect.poll(async () => (await page.request.get('/api/profile')).status()).toBe(401);
  await page.unrouteAll();
  await student.logIn(page);
  await waitUntilSaved(page, { [first.key]: 'Ada' });
  await expect.poll(kept).toEqual([]);
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

/** A group with a text question in its default tab, and another tab. */
function tabWithText() {
  const found = form.pages.flatMap(({ title, layout, questions }) =>
    allNodes(layout).flatMap((group) => {
      if (group.kind !== 'tabs') return [];
      const nodes = allNodes(group.tabs.find(({ id }) => id === group.defaultTab)?.children ?? []);
      const asked = nodes.flatMap((node) => (node.kind === 'question' ? [questions[node.key]] : []));
      const question = asked.find((each) => each?.widget === 'textarea' || each?.widget === 'text');
      const other = group.tabs.find(({ id }) => id !== group.defaultTab)?.id;
      return question && other !== undefined ? [{ title, group, other, question }] : [];
    }),
  );
  const [one] = found;
  if (!one) throw new Error('No tab group begins with a text.');
  return one;
}
