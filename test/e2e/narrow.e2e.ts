import { expect, type Page } from '@playwright/test';
import type { FormState } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { readCards, readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { test } from './journey.ts';
import { seedApplication } from './seed.ts';

const form = readForm();

/** Sixty letters without a break opportunity. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewiss'.slice(0, 60);
const ARABIC = 'محمد بن عبد الله';

const MODES = [
  ['a phone of 320 px', { width: 320, height: 640 }, 'none'],
  ['a screen of 1280 px at 400 %', { width: 320, height: 256 }, 'none'],
  ['a phone with forced colors', { width: 390, height: 844 }, 'active'],
  ['a desktop', { width: 1280, height: 900 }, 'none'],
] as const;

test('no screen scrolls sideways, whatever is answered, in no window', async ({
  startedPage: page,
  otherPage,
}) => {
  test.slow();
  for (const { path } of Object.values(readCards())) await expectNoScroll(otherPage, path);
  await expectNoScroll(otherPage, '/');
  await seedApplication(page, withLongTexts(fullestState(form)));
  for (const { path } of form.pages) await expectNoScroll(page, path);
  await expectNoScroll(page, '/account');
  const rows = page.locator('main details:not([open]) > summary');
  while ((await rows.count()) > 0) await rows.first().click();
  await expectNoOverflow(page, 'the open account');
  for (const button of [/^Account: /, 'Privacy']) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoOverflow(page, `the dialog of ${String(button)}`);
    await page.keyboard.press('Escape');
  }
});

test('saving an answer changes neither page width nor bar lines', async ({ startedPage: page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/answer', async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto(form.pages.at(-1)?.path ?? '/');
  const state = page.getByRole('status', { name: 'Save state' });
  const control = page.getByRole('main').getByRole('textbox').first();
  const place = page.getByRole('button', { name: 'Show all sections' });
  await expect(place).toBeVisible();
  const widthOfControl = () => control.evaluate((element) => element.getBoundingClientRect().width);
  const linesOfBar = () => place.locator('span').first().evaluate(linesIn);
  const measure = async () => {
    const measured = [];
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      measured.push([await widthOfControl(), await linesOfBar()]);
    }
    return measured;
  };
  const before = await measure();
  await control.fill('A few words');
  await expect(state).toHaveText('Unsaved changes');
  expect(await measure()).toEqual(before);
  await control.blur();
  await expect(state).toHaveText('Saving…');
  expect(await measure()).toEqual(before);
  arrive();
  await expect(state).toHaveText('Saved');
  expect(await measure()).toEqual(before);
});

/** Positions of the lines of text in an element. */
function linesIn(element: Element): readonly string[] {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { top } = element.getBoundingClientRect();
  return [...range.getClientRects()].map(({ x, y, height }) =>
    [x, y - top, height].map(Math.round).join(' '),
  );
}

test('an answer in Arabic is entered and shown right to left', async ({ startedPage: page }) => {
  const [key = ''] = form.greetingName;
  const { path = '/' } = form.pages.find(({ questions }) => key in questions) ?? {};
  await seedApplication(page, { answers: { [key]: ARABIC }, tabs: {}, counts: {} });
  await page.goto(path);
  const control = page.locator(`[id="${key}"]`);
  await expect(control).toHaveValue(ARABIC);
  await expect(control).toHaveCSS('direction', 'rtl');
  const name = page.getByRole('button', { name: /^Account: / }).getByText(ARABIC);
  await expect(name).toHaveCSS('direction', 'rtl');
});

test('new content fades in, or appears at once with reduced motion', async ({ startedPage: page }) => {
  const appearing = async (): Promise<number> => {
    await page.getByRole('main').getByRole('textbox').first().focus();
    return page.evaluate(
      () =>
        [...document.querySelectorAll('.form-page .box')]
          .map((box) => Number.parseFloat(getComputedStyle(box).transitionDuration) * 1000)
          .toSorted((a, b) => b - a)[0] ?? 0,
    );
  };
  const usual = await appearing();
  expect(usual).toBeGreaterThanOrEqual(150);
  expect(usual).toBeLessThanOrEqual(200);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await appearing()).toBeLessThan(1);
});

/** An application with the longest valid word in each free-text line: no message appears after loading. */
function withLongTexts(state: FormState): FormState {
  const lines = [...questionsOf(form).values()].filter(
    ({ key, widget, multiline, constraints: { pattern, format } }) =>
      (widget === 'text' || multiline) &&
      typeof state.answers[key] === 'string' &&
      (pattern ?? format) === undefined,
  );
  const long = lines.map(({ key, constraints }) => [key, LONG.slice(0, constraints.maxLength)] as const);
  return { ...state, answers: { ...state.answers, ...Object.fromEntries(long) } };
}

async function expectNoScroll(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await expectNoOverflow(page, path);
}

/** Expects what is open to fit each window, with its rows aligned. */
async function expectNoOverflow(page: Page, what: string): Promise<void> {
  for (const [mode, size, forcedColors] of MODES) {
    await page.setViewportSize(size);
    await page.emulateMedia({ forcedColors });
    expect(await overflowing(page), `${what} on ${mode}`).toEqual([]);
    expect(await unevenRows(page), `${what} on ${mode}`).toEqual([]);
  }
}

/** Rows with misaligned controls, with each "Why do we ask?" open. */
function unevenRows(page: Page): Promise<readonly (string | undefined)[]> {
  return page.evaluate(() => {
    const details = [...document.querySelectorAll<HTMLDetailsElement>('.why')];
    for (const why of details) why.open = true;
    const controls = [...document.querySelectorAll('.form-cell > .box > .box-control')].map((control) => ({
      row: control.closest<HTMLElement>('.form-row'),
      cellTop: control.closest('.form-cell')?.getBoundingClientRect().top,
      top: control.getBoundingClientRect().top,
    }));
    // Before the next frame, which would otherwise be a layout shift.
    for (const why of details) why.open = false;
    return controls
      .filter((one) =>
        controls.some(
          ({ row, cellTop, top }) => row === one.row && cellTop === one.cellTop && top !== one.top,
        ),
      )
      .map(({ row }) => row?.innerText);
  });
}

/** Elements wider than the screen, the page first. */
function overflowing(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return [`${scrollWidth} of ${clientWidth} px`, ...wide.map(({ outerHTML }) => outerHTML.slice(0, 120))];
  });
}
