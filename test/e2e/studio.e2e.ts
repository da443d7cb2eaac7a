import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { inspectState, test as journey } from './journey.ts';
import { type DevServer, startDevServer } from '#test/support/dev-server.ts';

const TINY = path.resolve(import.meta.dirname, '../fixtures/forms/tiny');
const SCHEMA = 'schemas/pages/you.schema.json';
const LAYOUT = 'schemas/pages/you.ui.json';
const COLORS = 'schemas/options/colors.json';
const TRANSFER = {
  $schema: '../meta/persona.meta.json',
  title: 'a transfer student from a tower',
  answers: { home: 'tower', has_pets: 'N' },
};

/** `npm run dev` on a copy of the tiny form, restored before each test. */
const test = base.extend<{ readonly studio: DevServer }, { readonly server: DevServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const form = mkdtempSync(path.join(tmpdir(), 'form-'));
      cpSync(TINY, form, { recursive: true });
      mkdirSync(path.join(form, 'personas'));
      writeFileSync(path.join(form, 'personas/transfer.json'), JSON.stringify(TRANSFER));
      const server = await startDevServer(form);
      commit(server.root);
      await use(server);
      await server.stop();
      rmSync(form, { recursive: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context }, use) => {
    const faults: string[] = [];
    context.on('weberror', (error) => faults.push(error.error().message));
    await use(context);
    expect(faults, 'the browser reports no fault').toEqual([]);
  },
  studio: async ({ server, page }, use) => {
    const files = [SCHEMA, LAYOUT].map((file) => [file, server.read(file)] as const);
    await page.goto(`${server.url}/studio`);
    await expect(page.getByRole('status')).toHaveText('All files are valid');
    await formOf(page).getByRole('textbox', { name: 'Name', exact: true }).waitFor();
    await use(server);
    for (const [file, text] of files) server.write(file, text);
  },
});

// Sequential on one server: two would compile everything twice.
test.describe.configure({ mode: 'default' });

function commit(root: string): void {
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: root });
  git('init', '--quiet', '--initial-branch=main');
  git('add', 'schemas');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  git(...author, 'commit', '--quiet', '--message=Ask');
}

function formOf(page: Page) {
  return page.frameLocator('iframe[title="The form"]');
}

function itemOf(page: Page, name: string) {
  return page.getByRole('treeitem', { name, exact: true });
}

function detailsOf(page: Page) {
  return page.getByRole('region', { name: 'Details' });
}

async function seeAs(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'See the form as' }).click();
  await page.getByRole('option', { name }).click();
}

/** Adds a question with this option list. */
function addPace(server: DevServer, options: string): void {
  const schema = server.read(SCHEMA);
  const layout = server.read(LAYOUT);
  const others = schema.replace(/\n *"pace": .*/, '');
  server.write(
    SCHEMA,
    others.replace('"born": {', `"pace": { "title": "Pace", "options": "${options}" },\n    "born": {`),
  );
  if (!layout.includes('"pace"')) server.write(LAYOUT, layout.replace('"born",', '"born", "pace",'));
}

test('a staff member adds a question, sees and fixes a fault, views it as a transfer student and reads what changed', async ({
  page,
  studio,
}) => {
  await seeAs(page, 'A transfer student from a tower');
  await expect(formOf(page).getByRole('radio', { name: 'Tower' })).toBeChecked();
  addPace(studio, 'paces');
  const faults = page.getByRole('region', { name: '1 fault in the questionnaire' });
  await expect(faults).toContainText('To fix:');
  await expect(faults.getByRole('link', { name: 'pages/you.schema.json:' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('The form is shown as it was before');
  await expect(formOf(page).getByRole('radio', { name: 'Tower' })).toBeChecked();
  await expect(itemOf(page, 'Pace').getByTitle('has a fault')).toBeVisible();
  await inspectState(page, 'studio-fault');

  addPace(studio, 'homes');
  await expect(faults).toBeHidden();
  await expect(page.getByRole('status')).toHaveText('All files are valid');
  await itemOf(page, 'Pace').click();
  await expect(formOf(page).getByRole('combobox', { name: 'Pace' })).toBeInViewport();
  const details = detailsOf(page);
  await expect(details.getByRole('heading', { name: 'Pace' })).toBeVisible();
  await expect(details).toContainText('Pace is asked of everybody.');
  await expect(details.getByRole('button', { name: 'a transfer student' })).toBeVisible();
  await expect(details.getByRole('heading', { name: 'What changed since main' })).toBeVisible();
  await expect(details).toContainText('“Pace” is new');
  await inspectState(page, 'studio-question');

  const colors = studio.read(COLORS);
  studio.write(COLORS, colors.replace(/,\s*\{\s*"value": "green"[^}]*\}/, ''));
  await expect(faults).toContainText('no file declares what happens to their answers');
  studio.write(COLORS, colors);
  await expect(faults).toBeHidden();
});

test('a selected page is shown', async ({ page, studio }) => {
  const isThere = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('message', ({ data }) => data.kind === 'shown' && resolve(data.isThere));
      }),
  );
  await itemOf(page, 'Pets').first().click();
  await expect(formOf(page).getByRole('heading', { name: 'Pets' }).first()).toBeVisible();
  expect(await isThere).toBe(true);
  await expect(page.getByText('is not on the page')).toBeHidden();
  expect(studio.output()).not.toContain('Error');
});

test('clicking a question in the form selects it in the tree, with its explanation', async ({
  page,
  studio,
}) => {
  await formOf(page).getByRole('radio', { name: 'House' }).check();
  await expect(itemOf(page, 'Home')).toHaveAttribute('aria-selected', 'true');
  await expect(detailsOf(page)).toContainText('What it decides');
  await detailsOf(page).getByRole('button', { name: 'Show it' }).last().click();
  await expect(page).toHaveURL(/chosen=(?!home)/);
  // There is no account, and answers in the form are not stored.
  await page.reload();
  await expect(formOf(page).getByRole('radio', { name: 'House' })).not.toBeChecked();
  expect(studio.output()).not.toContain('/api/answer');
});

test('a question hidden from all personas is shown with the fewest answers', async ({ page, studio }) => {
  await page.goto(`${studio.url}/studio?as=transfer&chosen=grown`);
  await expect(page.getByText('“I am grown up” is not on the page for a transfer student')).toBeVisible();
  await detailsOf(page).getByRole('button', { name: 'Fill in the form so' }).click();
  await expect(formOf(page).getByRole('checkbox', { name: 'I am grown up' })).toBeInViewport();
  await expect(formOf(page).getByRole('radio', { name: 'House' })).toBeChecked();
  await itemOf(page, 'Pet 1').click();
  await detailsOf(page).getByRole('button', { name: 'Fill in the form so' }).click();
  await expect(formOf(page).getByRole('group', { name: 'Pet 1' })).toBeVisible();
  await itemOf(page, 'Home').click();
  await expect(formOf(page).getByRole('radio', { name: 'House' })).not.toBeChecked();
  await page.getByRole('combobox', { name: 'See the form as' }).click();
  await page.getByRole('option', { name: 'Somebody who has answered nothing' }).click();
  await expect(formOf(page).getByRole('radio', { name: 'House' })).not.toBeChecked();
});

test('the keyboard reaches a question, its explanation, and another width', async ({ page, studio }) => {
  const unseen = page.getByRole('button', { name: 'Unseen' });
  await expect(unseen).toBeEnabled();
  await page.getByRole('searchbox', { name: 'Search questions' }).press('Tab');
  await expect(unseen).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(itemOf(page, 'You')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(itemOf(page, 'Nickname')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(detailsOf(page).getByRole('heading', { name: 'Nickname' })).toBeVisible();
  await expect(itemOf(page, 'Nickname')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(itemOf(page, 'Pets').first()).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(itemOf(page, 'You')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/as=/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Phone' }).press('Enter');
  await expect(page).toHaveURL(/width=phone/);
  expect(
    await formOf(page)
      .locator('html')
      .evaluate(({ clientWidth }) => clientWidth),
  ).toBe(390);
  expect(studio.output()).not.toContain('Error');
});

test('the page of all states shows each section in each state, and prints', async ({ page, studio }) => {
  const link = page.getByRole('link', { name: 'All states' });
  const opened = page.waitForEvent('popup');
  await link.click();
  const states = await opened;
  await expect(states.locator('.states-head')).toContainText(/\d+ states/);
  const captions = states.locator('figcaption');
  await expect(captions.filter({ hasText: 'Nothing is answered yet' }).first()).toBeVisible();
  const house = states.getByRole('figure').filter({ hasText: '“Home” is “House”' });
  await expect(house.locator('[data-question="home"] input:checked')).toHaveCount(1);
  await states.emulateMedia({ media: 'print' });
  await expect(states.getByText('Print', { exact: true })).toBeHidden();
  await expect(house.locator('[data-question="home"]')).toBeVisible();
  expect(studio.output()).not.toContain('Error');
});

journey('npm start serves no studio', async ({ request }) => {
  const [studio, other] = await Promise.all(
    ['/studio', '/no-such-page'].map(async (address) => (await request.get(address)).text()),
  );
  expect(withoutNonce(studio)).toBe(withoutNonce(other));
  const form = await (await request.get('/studio/form')).text();
  expect(withoutNonce(form)).toBe(withoutNonce(other));
  expect((await request.get('/src/studio/main.tsx')).headers()['content-type']).toContain('text/html');
});

function withoutNonce(html = ''): string {
  return html.replaceAll(/nonce="[^"]*"/g, '');
}
