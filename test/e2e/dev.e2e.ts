import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test as base } from '@playwright/test';
import { inspectState, openSession } from './journey.ts';
import { type DevServer, startDevServer } from '#test/support/dev-server.ts';

const TINY = path.resolve(import.meta.dirname, '../fixtures/forms/tiny');
const FILE = 'schemas/pages/you.schema.json';

type Dev = DevServer & {
  /** Restores the file and replaces some of its texts. */
  readonly edit: (...changes: readonly (readonly [text: string, other: string])[]) => void;
  /** Last arguments of the editor. */
  readonly opened: () => string;
};

/** `npm run dev` on a copy of the tiny form, restored before each test. */
const test = base.extend<{ readonly dev: Dev }, { readonly server: Dev }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'editor-'));
      const [editor, opened] = [path.join(folder, 'code'), path.join(folder, 'opened')];
      writeFileSync(editor, `#!/bin/sh\necho "$@" > "${opened}"\n`);
      chmodSync(editor, 0o755);
      const server = await startDevServer(TINY, { LAUNCH_EDITOR: editor });
      const original = server.read(FILE);
      await use({
        ...server,
        edit: (...changes) => {
          for (const [text] of changes) expect(original).toContain(text);
          const edited = changes.reduce((file, [text, other]) => file.replace(text, other), original);
          server.write(FILE, edited);
        },
        opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8') : ''),
      });
      await server.stop();
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  dev: async ({ server, page }, use) => {
    await page.goto(`${server.url}/you`);
    await expect(nameOf(page)).toBeVisible();
    await use(server);
    server.edit();
  },
});

// Sequential on one server: two would compile everything twice.
test.describe.configure({ mode: 'default' });

function nameOf(page: Page) {
  return page.getByRole('textbox', { name: /^(?:Full )?Name/ });
}

function faultsOf(page: Page) {
  return page.getByRole('dialog', { name: 'in the questionnaire' });
}

test('an edit updates the open page and keeps focus, scroll position and typed text', async ({
  page,
  dev,
}) => {
  await page.getByRole('radio', { name: 'Flat' }).check();
  await page.setViewportSize({ width: 1280, height: 300 });
  await nameOf(page).pressSequentially('Ada Lov');
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(0);
  dev.edit(['"title": "Name"', '"title": "Full Name"']);
  await expect(page.getByText('Full Name')).toBeVisible();
  await expect(nameOf(page)).toBeFocused();
  await page.keyboard.type('elace');
  await expect(nameOf(page)).toHaveValue('Ada Lovelace');
  await expect(page.getByRole('radio', { name: 'Flat' })).toBeChecked();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test('a fault is shown over the page, links to its line in the editor, and disappears when fixed', async ({
  page,
  dev,
}) => {
  await nameOf(page).pressSequentially('Ada');
  dev.edit(['"options": "homes"', '"options": "houses"']);
  await expect(faultsOf(page)).toContainText('1 fault in the questionnaire');
  await expect(faultsOf(page)).toContainText('To fix');
  await inspectState(page, 'fault-panel');
  await expect(nameOf(page)).toBeFocused();
  const link = faultsOf(page).getByRole('link', { name: 'pages/you.schema.json:' });
  const place = await link.textContent();
  await link.click();
  await expect.poll(dev.opened).toContain(place);

  await page.keyboard.press('Escape');
  await expect(faultsOf(page)).toBeHidden();
  dev.edit(['"options": "homes"', '"options": "hovels"']);
  await expect(faultsOf(page)).toContainText('hovels');
  await page.reload();
  await expect(faultsOf(page)).toContainText('hovels');
  dev.edit();
  await expect(faultsOf(page)).toBeHidden();
  await expect(nameOf(page)).toHaveValue('Ada');
  expect(dev.output()).toContain('hovels');
});

test("a proof's finding is shown with a link to the prefilled form", async ({ page, dev, context }) => {
  dev.edit(['"maximum": 90', '"maximum": -1'], ['"required": ["name", "home"]', '"required": ["floor"]']);
  const link = faultsOf(page).getByRole('button', { name: 'Fill in the form so' }).first();
  await expect(link).toBeVisible();
  const [other] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect(other.getByRole('radio', { name: 'Flat' })).toBeChecked();
  await expect(other).toHaveURL(`${dev.url}/you`);
  await expect(page.getByRole('radio', { name: 'Flat' })).not.toBeChecked();
  dev.edit();
  await expect(faultsOf(page)).toBeHidden();
});

test('a student answers a new question in the open page, and the server stores it', async ({ page, dev }) => {
  await openSession(page, { username: 'ada@example.org', password: 'Correct-Horse-9-Battery', server: dev });
  await page.reload();
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
  await nameOf(page).pressSequentially('Ada');
  const layout = 'schemas/pages/you.ui.json';
  const original = dev.read(layout);
  dev.edit(['"born": {', '"pace": { "title": "Pace" }, "born": {']);
  dev.write(layout, original.replace('"born",', '"born", "pace",'));
  await page.getByRole('textbox', { name: 'Pace' }).fill('slow');
  await expect(nameOf(page)).toHaveValue('Ada');
  await page.keyboard.press('Tab');
  const saved = async () => (await (await page.request.get('/api/profile')).json()).answer;
  await expect.poll(saved).toMatchObject({ name: 'Ada', pace: 'slow' });
  dev.write(layout, original);
});

test('an address can name a page and a section', async ({ page, dev }) => {
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.goto(`${dev.url}/?page=you&section=taste`);
  await expect(page).toHaveURL(`${dev.url}/you#taste`);
  await expect(page.getByRole('heading', { name: 'Taste' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Taste' })).toBeInViewport();
  await page.goto(`${dev.url}/you?page=pets`);
  await expect(page).toHaveURL(`${dev.url}/pets`);
});

test('the production build contains no development code', () => {
  const files = globSync('dist/**/*.{js,html}', { exclude: ['**/*.map'] });
  expect(files.length).toBeGreaterThan(0);
  for (const file of files)
    expect(readFileSync(file, 'utf8')).not.toMatch(/#fill=|schemas:|[/.-]studio|studio[-/]|fault-panel/i);
});
