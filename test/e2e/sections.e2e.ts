import { expect, type Locator, type Page } from '@playwright/test';
import { isTitledSection, sectionAnchor } from '#form/definition/layout-steps.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';

const form = readForm();
const [first, second] = form.pages;
if (!first || !second) throw new Error('The form has fewer than two pages.');
const sections = first.layout.filter((node) => isTitledSection(node)).filter((node) => !node.visibleWhen);
const opening = sections[0];
const middle = sections[3] ?? sections.at(-1);
if (!opening || !middle || opening === middle) throw new Error('The first page has fewer than two sections.');
const PHONE = { width: 390, height: 844 };
test.use({ hasTouch: true });
const SUMMARY = "We're missing some information!";

/** Expects path and section in the address. */
async function expectAddress(page: Page, address: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => location.pathname + location.hash)).toBe(address);
}

function list(page: Page) {
  return page.getByRole('list', { name: `Sections of ${first?.title}` });
}

function bar(page: Page) {
  return page.getByRole('button', { name: /^Section \d+ of \d+/ });
}

/** Distance of a heading from the top of the window. */
function topOf(page: Page, title: string): Promise<number> {
  return page
    .getByRole('heading', { name: title, exact: true })
    .evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
}

/** Taps at the control: a click would scroll fixed controls to the middle first. */
async function tap(page: Page, control: Locator): Promise<void> {
  const box = await control.boundingBox();
  if (!box) throw new Error(`${String(control)} is not on the page.`);
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

async function scrollTo(page: Page, title: string): Promise<void> {
  await page
    .getByRole('heading', { name: title, exact: true })
    .evaluate((heading) => heading.scrollIntoView({ behavior: 'instant' }));
}

test('the section list shows progress, links to sections, and follows scrolling', async ({
  startedPage: page,
}) => {
  const links = list(page).getByRole('link');
  await expect(links.first()).toHaveAccessibleName(`${opening.title} Not started`);
  await expect(links.first()).toHaveAttribute('aria-current', 'location');
  await scrollTo(page, middle.title);
  const link = links.filter({ hasText: middle.title });
  await expect(link).toHaveAttribute('aria-current', 'location');

  await links.first().click();
  await expect(page.getByRole('heading', { name: opening.title, exact: true })).toBeFocused();
  await expectAddress(page, `${first.path}#${sectionAnchor(opening)}`);
  await page.getByRole('main').getByRole('textbox').first().fill('Ada');
  await page.keyboard.press('Tab');
  await expect(links.first()).toHaveAccessibleName(/ \d+ left$/);
  await inspectState(page, 'sections');
});

test('on a phone a bar shows the current section, and opens the list as a sheet, closed in five ways', async ({
  startedPage: page,
}) => {
  await page.setViewportSize(PHONE);
  await expect(list(page)).toBeHidden();
  await scrollTo(page, middle.title);
  await expect(bar(page)).toContainText(middle.title);
  await expect(bar(page)).toBeInViewport();
  await tap(page, bar(page));
  const sheet = page.getByRole('dialog', { name: 'Application steps' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('link').filter({ hasText: middle.title })).toBeFocused();
  await inspectState(page, 'section-sheet');
  await sheet.getByRole('link').filter({ hasText: opening.title }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('heading', { name: opening.title, exact: true })).toBeFocused();
  await expectAddress(page, `${first.path}#${sectionAnchor(opening)}`);

  // Escape, Back, its button, a press next to it and a swipe down close it at the same scroll position.
  await scrollTo(page, middle.title);
  await expect(bar(page)).toContainText(middle.title);
  const place = await topOf(page, middle.title);
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
    () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(200, 20),
    () => swipeDown(page),
  ]) {
    await tap(page, bar(page));
    await expect(page.getByRole('dialog')).toBeVisible();
    await close();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(bar(page)).toBeFocused();
    expect(Math.abs((await topOf(page, middle.title)) - place)).toBeLessThanOrEqual(2);
  }
});

/** Swipes the sheet down by its title. */
async function swipeDown(page: Page): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('heading')
    .evaluate((heading) => {
      const { left, top } = heading.getBoundingClientRect();
      const touch = (type: string, down: number) =>
        heading.dispatchEvent(
          new PointerEvent(type, {
            pointerId: 1,
            pointerType: 'touch',
            bubbles: true,
            clientX: left,
            clientY: top + down,
          }),
        );
      touch('pointerdown', 0);
      touch('pointermove', 40);
      touch('pointermove', 90);
      touch('pointerup', 90);
    });
}

test('a returning student continues with the next incomplete section', async ({
  otherPage: page,
  student,
  startedPage,
}) => {
  await goToStep(startedPage, second.title);
  await expect.poll(async () => (await profile(startedPage)).last_page).toBe(second.path);
  await student.logIn(page);
  await expect(page.getByRole('heading', { level: 1, name: second.title })).toBeVisible();
  const link = page.getByRole('link', { name: `Continue with ${opening.title}` });
  await inspectState(page, 'continue');
  await link.click();
  await expect(page.getByRole('heading', { name: opening.title, exact: true })).toBeFocused();
  await expectAddress(page, `${first.path}#${sectionAnchor(opening)}`);
});

async function profile(page: Page): Promise<{ readonly last_page: string | null }> {
  const response = await page.request.get('/api/profile');
  return response.json();
}

test('missing answers are visited by touch and by key, across pages, until none is left', async ({
  startedPage: page,
}) => {
  await page.setViewportSize(PHONE);
  await goToStep(page, form.pages.at(-1)?.title ?? '');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const summary = page.getByRole('region', { name: SUMMARY });
  await expect(summary).toBeVisible();
  const hrefs = await summary
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  const reasons = summary.getByText('not answered', { exact: true });
  const lines = await reasons.evaluateAll((all) => all.map((one) => one.getClientRects().length));
  expect(new Set(lines), 'a short reason does not wrap').toEqual(new Set([1]));
  const remaining = page.getByRole('region', { name: "What's left" });
  await expect(remaining).toContainText(`${hrefs.length} left`);
  await expect(remaining).toBeInViewport();
  const entries = await page.evaluate(() => history.length);
  for (const [index, href] of [...hrefs, hrefs[0]].entries()) {
    const key = href?.split('#')[1] ?? '';
    if (index % 2 === 0) await tap(page, page.getByRole('button', { name: /^Next: / }));
    else await page.keyboard.press('Control+Enter');
    await expect.poll(() => questionWithFocus(page)).toBe(key);
    expect(await coveredFocus(page), `${key} is in sight`).toBe(false);
  }
  // One for the first page, one for each further page, one for the return to the first.
  expect((await page.evaluate(() => history.length)) - entries).toBeLessThanOrEqual(form.pages.length + 1);

  await goToStep(page, form.pages.at(-1)?.title ?? '');
  const submit = page.getByRole('button', { name: 'Submit', exact: true });
  for (const above of [0, 60, 120, 240]) {
    await page.evaluate((up) => window.scrollTo(0, document.documentElement.scrollHeight - up), above + 844);
    const [lower, button] = [await remaining.boundingBox(), await submit.boundingBox()];
    expect((lower?.y ?? Infinity) + (lower?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  }
});

function questionWithFocus(page: Page): Promise<string> {
  return page.evaluate(
    () => document.activeElement?.closest('[data-question]')?.getAttribute('data-question') ?? '',
  );
}

/** Whether a bar covers the focused control (WCAG 2.4.11). */
function coveredFocus(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { left, right, top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
    const bars = [...document.querySelectorAll('.form-aside-place, .next-bar')].map((one) =>
      one.getBoundingClientRect(),
    );
    const across = (left + right) / 2;
    return bars.some(
      (one) => one.left < across && one.right > across && one.top < bottom && one.bottom > top,
    );
  });
}
