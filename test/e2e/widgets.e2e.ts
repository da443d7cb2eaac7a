import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';

test.use({ project: OWN_PROJECT });

/** Distance of an open list from the window edges in pixels, and its z-index (docs/behavior.md 9). */
const [PADDING, LAYER] = [100, '2000'];

const phone = (page: Page) => page.locator('#phone_mobile');
const country = (page: Page) => page.locator('#country');

test('the caret of a phone number stays in place while typing', async ({ page }) => {
  await page.goto('/about');
  await phone(page).pressSequentially('2025550123');
  await expect(phone(page)).toHaveValue('(202) 555-0123');
  await placeCaret(phone(page), 2);
  await page.keyboard.press('Delete');
  await page.keyboard.type('1');
  expect(await shown(phone(page))).toBe('(21|2) 555-0123');

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('+1 (202) 555-0123');
  expect(await shown(phone(page))).toBe('(202) 555-0123|');
});

test('an open list keeps its distance from the edges of the window, and opens above all, as the account does', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/about');
  const list = page.getByRole('listbox');
  for (const top of [120, 360, 560]) {
    await country(page).evaluate(
      (control, wanted) => globalThis.scrollBy(0, control.getBoundingClientRect().top - wanted),
      top,
    );
    await country(page).click();
    const box = await list.boundingBox();
    expect(box?.y, `upper edge at ${top}`).toBeGreaterThanOrEqual(PADDING);
    const lower = (box?.y ?? 0) + (box?.height ?? 0);
    expect(lower, `lower edge at ${top}`).toBeLessThanOrEqual(700 - PADDING);
    const label = await page.locator('#label-country').boundingBox();
    const isBeneath = (box?.y ?? 0) > (label?.y ?? 0);
    expect(isBeneath || lower <= (label?.y ?? 0), `label in sight at ${top}`).toBe(true);
    expect(await layerOf(list)).toBe(LAYER);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await layerOf(page.getByRole('dialog'))).toBe(LAYER);
});

test('a Clear button that appears and disappears moves nothing', async ({ page }) => {
  await page.goto('/about');
  const group = page.getByRole('radiogroup', { name: 'Are you Hispanic or Latino, including Spain?' });
  const distance = async () => (await topOf(page, '#box-first_gen')) - (await topOf(page, '#box-ethnicity'));
  const clear = page.getByRole('button', { name: 'Clear Are you Hispanic' });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const free = await distance();
    await group.getByRole('radio', { name: 'No' }).check();
    await expect(clear).toBeVisible();
    expect(await distance()).toBe(free);
    await clear.click();
    await expect(clear).toHaveCount(0);
    expect(await distance()).toBe(free);
  }
});

/** Z-index of an element or its closest ancestor with one. */
function layerOf(element: Locator): Promise<string | null> {
  return element.evaluate((start) => {
    let above: Element | null = start;
    while (above && getComputedStyle(above).zIndex === 'auto') above = above.parentElement;
    return above && getComputedStyle(above).zIndex;
  });
}

async function topOf(page: Page, element: string): Promise<number> {
  return (await page.locator(element).boundingBox())?.y ?? Number.NaN;
}

async function placeCaret(control: Locator, at: number): Promise<void> {
  await control.evaluate((element, place) => {
    if (element instanceof HTMLInputElement) element.setSelectionRange(place, place);
  }, at);
}

/** Text of a control with a bar at the caret. */
function shown(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    if (!(element instanceof HTMLInputElement)) return '';
    const caret = element.selectionStart ?? 0;
    return `${element.value.slice(0, caret)}|${element.value.slice(caret)}`;
  });
}
