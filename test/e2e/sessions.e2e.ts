import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import type { Answers, PageDefinition, Question } from '#form/definition/definition.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import type { TestServer } from '#test/support/test-server.ts';
import { fillCard, inspectState, isWatched, test, waitUntilSaved } from './journey.ts';

const MINUTE = 60_000;
const form = readForm();
const firstPage = required(form.pages.find(({ id }) => id === form.defaultPage));
const [asked, alsoAsked] = twoTexts(firstPage);

test('answers of a visitor are there after a log-in in a new tab, and nothing is left after the log-out', async ({
  page,
  student,
  server,
}) => {
  const { username, password } = student;
  await page.goto('/');
  await control(page).fill('Ada');
  await page.getByRole('button', { name: 'Save & Continue' }).click();
  await page.reload();
  await fillCard(page, 'signup', { username, password });
  const code = await waitForMail(server.mailDir, username, readCode);

  const tab = await page.context().newPage();
  await tab.goto('/confirm');
  await fillCard(tab, 'confirm', { username, code });
  await expect(tab).toHaveURL('/login');
  await student.logIn(tab);
  await expect(control(tab)).toHaveValue('Ada');
  await waitUntilSaved(tab, { [asked.key]: 'Ada' });

  await logOut(tab);
  await expect(tab).toHaveURL('/login');
  for (const each of [page, tab]) expect(await kept(each)).toEqual([]);
});

test('answers behind a link go along to the account, and where it has others the student chooses, side by side', async ({
  page,
  otherPage,
  server,
  student,
}) => {
  await page.goto(await linkTo(server, { [asked.key]: 'Augusta' }));
  await expect(control(page)).toHaveValue('Augusta');
  await expect(page).toHaveURL(firstPage.path);
  await page.getByRole('button', { name: 'Save & Continue' }).click();
  await expect(page).toHaveURL('/signup');
  await student.signUp(page);
  await student.logIn(page);
  await expect(control(page)).toHaveValue('Augusta');
  await waitUntilSaved(page, { [asked.key]: 'Augusta' });

  await otherPage.goto(await linkTo(server, { [asked.key]: 'Ada', [alsoAsked.key]: 'Lovelace' }));
  await expect(control(otherPage)).toHaveValue('Ada');
  await otherPage.getByRole('region', { name: 'Welcome' }).getByRole('link', { name: 'log in' }).click();
  await fillCard(otherPage, 'login', { username: student.username, password: student.password });
  const dialog = otherPage.getByRole('dialog', { name: 'Which answers should we keep?' });
  await expect(dialog.getByRole('group')).toHaveCount(1);
  await expect(dialog.getByRole('group', { name: asked.fullLabel })).toContainText('Augusta');
  await inspectState(otherPage, 'open-carried');
  await dialog.getByRole('radio', { name: /Your new answer/ }).check();
  await dialog.getByRole('button', { name: 'Save my choices' }).click();
  await expect(dialog).toBeHidden();
  await expect(control(otherPage)).toHaveValue('Ada');
  await expect(control(otherPage, alsoAsked)).toHaveValue('Lovelace');
  await waitUntilSaved(otherPage, { [asked.key]: 'Ada', [alsoAsked.key]: 'Lovelace' });

  await logOut(otherPage);
  await expect(otherPage.getByRole('heading', { name: 'Log In' })).toBeVisible();
  expect(await kept(otherPage)).toEqual([]);
  await otherPage.goBack();
  await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(otherPage.locator('input[value="Ada"]')).toHaveCount(0);
});

test('a log-out in one tab ends the session in the other, and Back shows no answers', async ({
  startedPage: page,
}) => {
  await control(page).fill('Ada');
  await waitUntilSaved(page, { [asked.key]: 'Ada' });
  const other = await page.context().newPage();
  await other.goto(firstPage.path);
  await expect(control(other)).toHaveValue('Ada');

  await logOut(page);
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  expect((await page.request.get('/api/profile')).status()).toBe(401);
  for (const tab of [page, other]) {
    await tab.goBack();
    await expect(tab.locator('body')).not.toContainText('Ada');
    await expect(tab.locator('input[value="Ada"]')).toHaveCount(0);
  }
  await other.goto(firstPage.path);
  await expect(control(other)).toHaveValue('');
});

test('a log-out in one tab saves the text that has the focus in the other', async ({
  startedPage: page,
  student,
}) => {
  const other = await page.context().newPage();
  await other.goto(firstPage.path);
  await control(other).fill('Half a sente');
  await expect(control(other)).toBeFocused();
  // Where one is on the page is kept for as long as the session.
  await expect.poll(() => kept(other)).toContainEqual(expect.stringContaining('places'));
  await logOut(page);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/login');
    expect(await kept(tab)).toEqual([]);
  }
  await student.logIn(page);
  await expect(control(page)).toHaveValue('Half a sente');
});

test('a log-out waits while another window has answers that cannot be saved', async ({
  startedPage: page,
}) => {
  const other = await page.context().newPage();
  await other.goto(firstPage.path);
  await other.route('**/api/answer', (route) => route.abort('internetdisconnected'));
  await control(other).fill('Ada');
  await control(other).blur();
  await expect(other.getByRole('status', { name: 'Save state' })).toContainText('Not saved');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unexpected Error' });
  await expect(dialog).toContainText('Another window has answers');
  await inspectState(page, 'open-other-window-unsaved');
  await dialog.getByRole('button', { name: 'Close' }).first().click();

  await other.unroute('**/api/answer');
  await waitUntilSaved(other, { [asked.key]: 'Ada' });
  await logOut(page);
  await expect(other).toHaveURL('/login');
});

test('a Back that comes before the log-in card is loaded shows no answers', async ({ startedPage: page }) => {
  await control(page).fill('Ada');
  await waitUntilSaved(page, { [asked.key]: 'Ada' });
  const other = await page.context().newPage();
  await other.route(/\/assets\/(AccountRoot|LogInScreen)-[^/]+\.js$/, () => {});
  await other.goto(firstPage.path);
  await expect(control(other)).toHaveValue('Ada');

  await other.getByRole('button', { name: /^Account/ }).click();
  await other.getByRole('button', { name: 'Log Out' }).click();
  await expect(other).toHaveURL('/login');
  await other.goBack();
  await expect(control(other)).toHaveValue('');
});

test('a page that Back brings up again after a log-out elsewhere shows the log-in card', async ({
  startedPage: page,
}) => {
  await control(page).fill('Ada');
  await waitUntilSaved(page, { [asked.key]: 'Ada' });
  await page.goto('about:blank');
  const other = await page.context().newPage();
  await other.goto(firstPage.path);
  await logOut(other);
  await expect(other).toHaveURL('/login');

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('input[value="Ada"]')).toHaveCount(0);
});

test('a student is warned in every tab at once, and all are logged out together', async ({
  context,
  page,
  student,
}) => {
  await context.clock.install();
  await page.goto('/signup');
  await student.signUp(page);
  // A clock that is moved on ends what is under way, so each call is waited for.
  const isOpened = page.waitForResponse('**/api/last-page');
  await student.logIn(page);
  await isOpened;
  const other = await context.newPage();
  await other.goto(firstPage.path);
  await expect(control(other)).toBeVisible();
  for (const tab of [page, other]) await isWatched(tab);
  const warnings = [page, other].map((tab) => tab.getByRole('dialog', { name: 'Still working?' }));

  await context.clock.runFor(13 * MINUTE);
  await control(page).press('End');
  await context.clock.runFor(2 * MINUTE);
  for (const warning of warnings) await expect(warning).toBeHidden();

  await context.clock.runFor(12 * MINUTE + MINUTE / 2);
  for (const warning of warnings) await expect(warning).toBeVisible();
  await other.getByRole('button', { name: 'Yes - Take me back to my application' }).press('Enter');
  for (const warning of warnings) await expect(warning).toBeHidden();

  await control(page).fill('Ada');
  await waitUntilSaved(page, { [asked.key]: 'Ada' });
  await expect(control(other)).toHaveValue('Ada');
  await context.clock.runFor(16 * MINUTE);
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL('/login');
    await expect(tab.getByRole('alert')).toContainText(
      'You have been automatically logged out due to inactivity.',
    );
  }
  await student.logIn(page);
  await expect(control(page)).toHaveValue('Ada');
});

test('a password manager finds what it looks for on every card', async ({ page }) => {
  const address = 'username email username email';
  for (const [place, expected] of [
    ['/login', ['username email username webauthn email', 'password password current-password']],
    ['/signup', [address, 'password password new-password']],
    ['/confirm', [address, 'code text one-time-code numeric']],
    ['/forgot', [address]],
    [
      '/reset',
      [
        address,
        'id text one-time-code',
        'password password new-password',
        'confirm_password password new-password',
      ],
    ],
  ] as const) {
    await page.goto(place);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const controls = await page
      .locator('form input')
      .evaluateAll((inputs) =>
        inputs.map((input) =>
          input instanceof HTMLInputElement
            ? `${input.name} ${input.type} ${input.autocomplete} ${input.inputMode}`.trim()
            : '',
        ),
      );
    expect(controls, place).toEqual(expected);
    await expect(page.locator('form button[type="submit"]')).toHaveCount(1);
  }
});

/** The first two questions of a page that take any text. */
function twoTexts({ questions }: PageDefinition): readonly [Question, Question] {
  const [first, second] = Object.values(questions).filter(
    ({ widget, visibleWhen, constraints, required: isRequired }) =>
      widget === 'text' && isRequired && !visibleWhen && !constraints.pattern,
  );
  return [required(first), required(second)];
}

function control(page: Page, { key } = asked) {
  return page.locator(`#${key}`);
}

/** The link that the operator's command makes for answers. */
async function linkTo(server: TestServer, answers: Answers): Promise<string> {
  const file = path.join(server.dataDir, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const words = ['scripts/matricula.ts', 'prefill', '--file', file];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      OPERATOR: 'Grace Hopper',
      DATABASE_URL: '',
      DATA_DIR: server.dataDir,
      PUBLIC_URL: server.url,
    },
  });
  return stdout.trim();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
}

/** The names of everything that scripts can find of the page in the browser. */
function kept(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await caches.keys()),
    ...document.cookie.split('; ').filter((cookie) => cookie !== ''),
  ]);
}

function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The form has no page, or no text question, to begin with.');
  return value;
}
