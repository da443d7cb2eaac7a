import { expect, type Page, type Route } from '@playwright/test';
import { OPENING_PATH } from '#form/definition/reserved-paths.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { stepLink } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';

const form = readForm();

/** How far a question in the middle of the page is below the top of the window, once one has scrolled to it. */
async function scrollTo(page: Page, key: string): Promise<number> {
  await page.evaluate((question) => {
    document.querySelector(`[data-question="${question}"]`)?.scrollIntoView({ block: 'start' });
    window.scrollBy(0, -100);
  }, key);
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  return placeOf(page, key);
}

function placeOf(page: Page, key: string): Promise<number> {
  return page
    .locator(`[data-question="${key}"]`)
    .first()
    .evaluate((box) => Math.round(box.getBoundingClientRect().top));
}

/** Within the two pixels to which a window scrolls and text is laid out. */
async function expectAt(page: Page, key: string, place: number): Promise<void> {
  await expect.poll(async () => Math.abs((await placeOf(page, key)) - place)).toBeLessThanOrEqual(2);
}

/** The question in the middle of those that a page shows. */
function middleOf(page: Page): Promise<string> {
  return page
    .locator('[data-question]')
    .evaluateAll((boxes) => boxes[Math.floor(boxes.length / 2)]?.getAttribute('data-question') ?? '');
}

for (const { title, path } of form.pages.slice(-1)) {
  test(`a reload of "${title}" comes back to where one was`, async ({ startedPage: page }) => {
    if (new URL(page.url()).pathname !== path) await stepLink(page, title).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    const key = await middleOf(page);
    const place = await scrollTo(page, key);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectAt(page, key, place);
  });
}

test('a reload of an address that names a question comes back to where one went from there', async ({
  startedPage: page,
}) => {
  const [{ path, questions }] = [form.pages[0] ?? { path: '', questions: {} }];
  const first = Object.keys(questions)[0] ?? '';
  await page.goto(`${path}#${first}`);
  await expect(page.locator(`#${first}`)).toBeFocused();
  const key = await middleOf(page);
  const place = await scrollTo(page, key);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAt(page, key, place);
});

test('a reload while the database is away says so, and opens the form by itself once it is back', async ({
  startedPage: page,
}) => {
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await page.route('**/api/{opening,profile}', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(page.getByText('We cannot reach your application right now.')).toBeVisible();
  await inspectState(page, 'waiting-for-the-database');
  await page.unrouteAll();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('what the form reads first is asked for while the client is on its way, and once; on a reload by the client', async ({
  startedPage: page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === OPENING_PATH || pathname === '/api/profile') asked.push(pathname);
  });
  const heading = page.getByRole('heading', { level: 1 });
  let arrive = await holdClientBack(page);
  await page.goto(form.pages[1]?.path ?? '', { waitUntil: 'commit' });
  await expect.poll(() => asked).toEqual([OPENING_PATH]);
  arrive();
  await expect(heading).toBeVisible();
  expect(asked).toEqual([OPENING_PATH]);

  asked.length = 0;
  arrive = await holdClientBack(page);
  const early = page.waitForResponse((response) => response.url().includes('/assets/prefetch-'));
  await page.reload({ waitUntil: 'commit' });
  await (await early).finished();
  expect(await page.evaluate(() => 'prefetched' in window)).toBe(false);
  arrive();
  await expect(heading).toBeVisible();
  expect(asked).toEqual([OPENING_PATH]);
});

/** Keeps the client of the next page waiting; what it returns lets it come. */
async function holdClientBack(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wait = async (route: Route): Promise<void> => {
    await promise;
    await route.continue();
  };
  await page.route('**/assets/start-*.js', wait, { times: 1 });
  return resolve;
}
