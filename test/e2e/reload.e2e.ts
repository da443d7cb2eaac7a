import { expect, type Page, type Route } from '@playwright/test';
import { OPENING_PATH } from '#form/definition/reserved-paths.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { inspectState, test } from './journey.ts';

const form = readForm();

/** Scrolls to a question in the middle, and returns its distance from the top of the window. */
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

/** Tolerates two pixels for scroll positions and text layout. */
async function expectAt(page: Page, key: string, place: number): Promise<void> {
  await expect.poll(async () => Math.abs((await placeOf(page, key)) - place)).toBeLessThanOrEqual(2);
}

/** The middle question of a page. */
function middleOf(page: Page): Promise<string> {
  return page
    .locator('[data-question]')
    .evaluateAll((boxes) => boxes[Math.floor(boxes.length / 2)]?.getAttribute('data-question') ?? '');
}

test('a reload restores the scroll position, even of an address with a question', async ({
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

test('a reload during a database outage shows a message, and opens the form once it is back', async ({
  startedPage: page,
}) => {
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await page.route('**/api/{opening,profile}', (route) => route.abort('internetdisconnected'));
  await page.reload();
  await expect(page.getByText("We can't reach your application right now.")).toBeVisible();
  await inspectState(page, 'waiting-for-the-database');
  await page.unrouteAll();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('the first reads are requested once while the client loads; on a reload by the client', async ({
  startedPage: page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === OPENING_PATH || pathname === '/api/profile') requests.push(pathname);
  });
  const heading = page.getByRole('heading', { level: 1 });
  let arrive = await delayClient(page);
  await page.goto(form.pages[1]?.path ?? '', { waitUntil: 'commit' });
  await expect.poll(() => requests).toEqual([OPENING_PATH]);
  arrive();
  await expect(heading).toBeVisible();
  expect(requests).toEqual([OPENING_PATH]);

  requests.length = 0;
  arrive = await delayClient(page);
  const early = page.waitForResponse((response) => response.url().includes('/assets/prefetch-'));
  await page.reload({ waitUntil: 'commit' });
  await (await early).finished();
  expect(await page.evaluate(() => 'prefetched' in window)).toBe(false);
  arrive();
  await expect(heading).toBeVisible();
  expect(requests).toEqual([OPENING_PATH]);
});

/** Delays the client of the next page; returns a function that releases it. */
async function delayClient(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wait = async (route: Route): Promise<void> => {
    await promise;
    await route.continue();
  };
  await page.route('**/assets/start-*.js', wait, { times: 1 });
  return resolve;
}
