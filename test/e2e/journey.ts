import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type BrowserContext, expect, type Page, test as base, type TestInfoError } from '@playwright/test';
import type { Answers } from '#form/definition/definition.ts';
import { readCard } from '#test/support/compiled-form.ts';
import { readCode, waitForMail } from '#test/support/mailbox.ts';
import { describeScreen } from '#test/support/describe-screen.ts';
import { watchShifts } from './layout-shifts.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';

const PASSWORD = 'Correct-Horse-9-Battery';
const root = path.resolve(import.meta.dirname, '../..');

/** A student with an account; each journey has a new one. */
type Student = {
  readonly username: string;
  readonly password: string;
  /** Signs up on the current page, and confirms with the emailed code: ends on the log-in card. */
  signUp(page: Page): Promise<void>;
  logIn(page: Page): Promise<void>;
};

type Fixtures = {
  readonly student: Student;
  /** A page in a separate browser, as for a student who returns on another device. */
  readonly otherPage: Page;
  /** The first form page for a logged-in student. */
  readonly startedPage: Page;
};

type WorkerFixtures = {
  /** Partner to serve: a file name in schemas/partners. */
  readonly partner: string;
  /** Project to serve: this one, or `OWN_PROJECT`. */
  readonly project: string;
  readonly server: TestServer;
};

/**
 * Base of all journeys: one real server per worker, a student, and a watch on the browser. Violations of the content
 * security policy, uncaught errors and console errors fail the journey.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  partner: ['default', { option: true, scope: 'worker' }],
  project: [root, { option: true, scope: 'worker' }],
  server: [
    async ({ partner, project }, use) => {
      const server = await startTestServer({ project, env: { PARTNER: partner } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context }, use, testInfo) => {
    const faults = await watchForErrors(context);
    await use(context);
    for (const error of testInfo.errors) await addScreens(error, context);
    expect(faults, 'the browser reports no fault').toEqual([]);
  },
  otherPage: async ({ browser }, use) => {
    const context = await browser.newContext();
    const faults = await watchForErrors(context);
    await use(await context.newPage());
    await context.close();
    expect(faults, 'the other browser reports no fault').toEqual([]);
  },
  student: async ({ server }, use, { testId }) => {
    const username = `student-${testId}-${Date.now()}@example.org`;
    await use({
      username,
      password: PASSWORD,
      signUp: (page) => signUp(page, { username, password: PASSWORD, mailDir: server.mailDir }),
      logIn: (page) => logIn(page, { username, password: PASSWORD }),
    });
  },
  startedPage: async ({ page, student, server }, use) => {
    await openSession(page, { ...student, server });
    await page.goto('/');
    await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible();
    await expect(page.locator('.form-page')).toBeVisible();
    await use(page);
  },
});

/** Adds the screens to an error, at the top. */
async function addScreens(error: TestInfoError, context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const screen = await page.evaluate(describeScreen);
    error.message += screen;
    if (error.stack) error.stack = error.stack.replace('\n', `${screen}\n`);
  }
}

/** Collects a browser's problems: policy violations, uncaught errors, console errors, layout shifts. */
export async function watchForErrors(context: BrowserContext): Promise<readonly string[]> {
  const faults: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(
        `Violation of the policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      );
    });
  });
  await watchShifts(context);
  context.on('weberror', (error) => faults.push(`Uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('console', (message) => {
    // Chromium logs refused and offline requests, which are part of some journeys.
    const isRefusal =
      /^Failed to load resource: (?:the server responded with a status of 4|net::ERR_INTERNET_DISCONNECTED)/.test(
        message.text(),
      );
    if (message.type() === 'error' && !isRefusal) faults.push(message.text());
  });
  return faults;
}

type Credentials = { readonly username: string; readonly password: string };

async function signUp(
  page: Page,
  { mailDir, ...credentials }: Credentials & { mailDir: string },
): Promise<void> {
  await fillCard(page, 'signup', credentials);
  await expect(page).toHaveURL('/confirm');
  const code = await waitForMail(mailDir, credentials.username, readCode);
  // The card submits itself at the last digit.
  await page.locator('#code').fill(code);
  await expect(page).toHaveURL('/login');
}

/** Creates an account and a session for a page without the cards, which have their own journeys. */
export async function openSession(
  page: Page,
  { username, password, server }: Credentials & { server: Pick<TestServer, 'url' | 'mailDir'> },
): Promise<void> {
  const send = async (call: string, data: object): Promise<void> => {
    const response = await page.request.post(call, { data, headers: { origin: server.url } });
    expect(response.status(), await response.text()).toBe(200);
  };
  await send('/public/signup', { username, password });
  await send('/public/confirm', { username, code: await waitForMail(server.mailDir, username, readCode) });
  await send('/public/login', { username, password });
}

async function logIn(page: Page, credentials: Credentials): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/login');
  await fillCard(page, 'login', credentials);
  await expect(page).not.toHaveURL('/login');
}

/** Fills in a log-in card by its labels, and submits it. */
export async function fillCard(
  page: Page,
  name: string,
  values: Readonly<Record<string, string>>,
  partner?: string,
): Promise<void> {
  const card = readCard(name, partner);
  const send = page.getByRole('button', { name: card.submitLabel, exact: true });
  // The address changes before the card does, and cards share labels.
  await expect(send).toBeVisible();
  for (const [key, value] of Object.entries(values)) {
    const label = card.questions[key]?.label ?? key;
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(value);
  }
  await send.click();
}

/** Blurs the last control, and waits until the answers are saved and the page says so. */
export async function waitUntilSaved(page: Page, answers: Answers): Promise<void> {
  await page.keyboard.press('Tab');
  await expect.poll(async () => storedAnswers(page, Object.keys(answers))).toEqual(answers);
  await expect(page.getByRole('status', { name: 'Save state' })).toHaveText('Saved');
}

/** Reads the answers stored for the logged-in student. */
async function storedAnswers(page: Page, keys: readonly string[]): Promise<Answers> {
  const response = await page.request.get('/api/profile');
  const { answer }: { answer: Answers } = await response.json();
  return Object.fromEntries(keys.flatMap((key) => (key in answer ? [[key, answer[key] ?? '']] : [])));
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Checks WCAG 2.2 AA with axe on a wide and a narrow screen. */
export async function inspectState(page: Page, name: string): Promise<void> {
  // A loading screen has no heading yet; one below a dialog has no role.
  await expect(page.locator('h1')).toBeVisible();
  const size = page.viewportSize() ?? { width: 1280, height: 900 };
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await keepFocusInSight(page);
    await waitUntilStill(page);
    // A frame can still be fitted to the window.
    const message = `${name} at ${width} px is accessible`;
    await expect.poll(() => axeViolations(page), { message }).toEqual([]);
  }
  await page.setViewportSize(size);
}

/** Checks that the focused control stays visible when the window shrinks, as for a phone keyboard. */
async function keepFocusInSight(page: Page): Promise<void> {
  await page.evaluate(() => {
    const active = document.activeElement;
    if (active !== document.body) active?.scrollIntoView({ block: 'nearest' });
  });
}

/** Waits for color transitions, whose intermediate colors need no contrast. */
export async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function axeViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe }: { axe?: typeof import('axe-core') } = Object(globalThis);
    if (!axe) throw new Error('axe did not load');
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    // Scrolls to the top, since axe would measure targets below fixed bars as too small.
    const { scrollX, scrollY } = globalThis;
    scrollTo({ top: 0, behavior: 'instant' });
    const { violations } = await axe.run({
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
      // Style sheets and media, which no rule of these tags reads on these pages.
      preload: false,
    });
    scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
  });
}

/** Waits until inactivity tracking starts, which is deferred until the page is idle. */
export async function isWatched(page: Page): Promise<void> {
  // With fake timers the list of loaded resources is empty, but the observer works.
  const watch = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const found = list.getEntries().find(({ name }) => /\/Inactivity-[^/]*\.js$/.test(name));
          if (found) resolve(found.name);
        });
        observer.observe({ type: 'resource', buffered: true });
      }),
  );
  // Runs after loaded code and its follow-up tasks.
  const rest = "scheduler.postTask(() => {}, { priority: 'background' })";
  await page.evaluate(`import(${JSON.stringify(watch)}).then(() => ${rest})`);
}
