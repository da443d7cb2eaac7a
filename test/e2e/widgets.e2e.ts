import { expect, type Locator, type Page } from '@playwright/test';
import { goToStep } from './go-to-step.ts';
import { test, waitUntilSaved } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';

test.use({ project: OWN_PROJECT });

/** What an open list keeps to the edges of the window in pixels, and its z-index (docs/behavior.md 9). */
const [PADDING, LAYER] = [100, '2000'];

const phone = (page: Page) => page.locator('#phone_mobile');
const country = (page: Page) => page.locator('#country');

test('the caret of a phone number stays where the typist is', async ({ page }) => {
  await page.goto('/about');
  await phone(page).pressSequentially('2025550123');
  await expect(phone(page)).toHaveValue('(202) 555-0123');
  await placeCaret(phone(page), 2);
  await page.keyboard.press('Delete');
  await page.keyboard.type('1');
  expect(await shown(phone(page))).toBe('(21|2) 555-0123');

  await placeCaret(phone(page), '(212) 555-'.length);
  await page.keyboard.press('Backspace');
  expect(await shown(phone(page))).toBe('(212) 55|0-123');
  await page.keyboard.type('5');
  expect(await shown(phone(page))).toBe('(212) 555|-0123');

  await page.keyboard.press('Delete');
  expect(await shown(phone(page))).toBe('(212) 555|-123');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.type('9');
  expect(await shown(phone(page))).toBe('(9|12) 3');

  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText('+1 (202) 555-0123');
  expect(await shown(phone(page))).toBe('(202) 555-0123|');
});

test('who has no U.S. phone number is asked for an international one in its place', async ({
  startedPage: page,
}) => {
  const required = (key: string) => page.locator(`#${key}[aria-required]`);
  const box = page.getByRole('checkbox', { name: 'I do not have a U.S. phone number.' });
  await expect(required('phone_home')).toHaveCount(1);
  await box.check();
  await expect(required('phone_home')).toHaveCount(0);
  await expect(required('phone_international')).toHaveCount(1);

  await goToStep(page, 'Final Steps');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const summary = page.getByRole('region', { name: "We're missing some information!" });
  await expect(summary.getByRole('link', { name: 'Home Phone' })).toHaveCount(0);
  await summary.getByRole('link', { name: 'International Phone' }).click();
  await expect(page.locator('#phone_international')).toBeFocused();
  await box.uncheck();
  await expect(summary.getByRole('link', { name: 'Home Phone' })).toHaveCount(1);
  await expect(summary.getByRole('link', { name: 'International Phone' })).toHaveCount(0);
  await expect(required('phone_home')).toHaveCount(1);

  await box.check();
  await page.locator('#phone_international').fill('+44 20 7946 0018');
  await waitUntilSaved(page, { phone_international: '+44 20 7946 0018' });
  await expect(summary.getByRole('link', { name: /Phone/ })).toHaveCount(0);
  await expect(required('phone_home')).toHaveCount(0);
});

test('a phone number of another country is plain digits', async ({ page }) => {
  await page.goto('/about');
  const code = page.getByRole('combobox', { name: 'Cell Phone Country Code' });
  await phone(page).fill('2079460000');
  await code.fill('united kingdom');
  await page.keyboard.press('Enter');
  await expect(code).toHaveValue('+44');
  await expect(phone(page)).toHaveValue('2079460000');
});

test('a country and a state are found by their codes and other names, and no text is lost', async ({
  page,
}) => {
  await page.goto('/about');
  for (const [text, name] of [
    ['US', 'United States'],
    ['UK', 'United Kingdom'],
    ['Korea', 'South Korea'],
    ['Turkey', 'Türkiye'],
    ['Holland', 'Netherlands'],
    ['usa', 'United States'],
  ] as const) {
    await country(page).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
    await expect(country(page)).toHaveValue(name);
  }
  const state = page.locator('#state');
  for (const [text, name] of [
    ['PA', 'Pennsylvania'],
    ['MA', 'Massachusetts'],
    ['AR', 'Arkansas'],
    ['MI', 'Michigan'],
  ] as const) {
    await state.click();
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
    await expect(state).toHaveValue(name);
  }
  await state.click();
  await page.keyboard.type('Ontario');
  await page.keyboard.press('Tab');
  await expect(state).toHaveValue('Michigan');
  await expect(state).toHaveAccessibleDescription(
    '“Ontario” is not in the list, so the answer is still Michigan.',
  );
});

test('a state outside the USA and Canada is a text, which may be left out', async ({ page }) => {
  await page.goto('/about');
  const choose = async (name: string) => {
    await country(page).fill(name);
    await page.keyboard.press('Enter');
    await expect(country(page)).toHaveValue(name);
  };
  const state = page.getByLabel(/^State\/Province/).first();
  await choose('United Kingdom');
  await expect(state).toHaveRole('textbox');
  await expect(state).not.toHaveAttribute('aria-required');
  await state.fill('Kent');
  await page.keyboard.press('Tab');
  await choose('United States');
  await expect(state).toHaveRole('combobox');
  await expect(state).toHaveValue('');
  await expect(state).toHaveAttribute('aria-required', 'true');
});

test('a long list that is opened shows its groups, and what is found in it by typing without them', async ({
  page,
}) => {
  await page.goto('/education');
  const major = page.locator('#applied_major');
  await major.click();
  const list = page.getByRole('listbox');
  const group = list.getByRole('group', { name: 'Business' });
  await expect(list.getByText('Business', { exact: true })).toBeVisible();
  await expect(group.getByRole('option').first()).toHaveText('Business 1');
  // The window of fifty options moves on with the keys, and with it the headings.
  for (let count = 0; count < 8; count += 1) await page.keyboard.press('PageDown');
  await expect(list.getByRole('group', { name: 'Undecided' }).getByRole('option')).toBeInViewport();
  await page.keyboard.type('premed');
  await expect(list.getByRole('option')).toHaveText(['Pre-Medical Studies']);
  await expect(list.getByRole('group')).toHaveCount(0);
});

test('an open list keeps its distance from the edges of the window', async ({ page }) => {
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
    await page.keyboard.press('Escape');
  }
});

test('a list and the account open above everything else', async ({ page }) => {
  await page.goto('/about');
  await country(page).click();
  expect(await layerOf(page.getByRole('listbox'))).toBe(LAYER);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Account/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await layerOf(page.getByRole('dialog'))).toBe(LAYER);
});

test('a click beside a text that is not in the list reaches its target', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/about');
  const below = page.locator('#box-citizen_us').getByRole('radio', { name: 'Yes' });
  await below.scrollIntoViewIfNeeded();
  await page.locator('#birth_country').pressSequentially('Korea xyz');
  const { x = 0, y = 0 } = (await below.boundingBox()) ?? {};
  await page.mouse.move(x + 5, y + 5);
  await page.mouse.down();
  await page.mouse.up();
  await expect(below).toBeChecked();
});

test('an open list closes when the window is resized, and when its control is left', async ({ page }) => {
  await page.goto('/about');
  const list = page.getByRole('listbox');
  await country(page).click();
  await expect(list).toBeVisible();
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(list).toHaveCount(0);
  await country(page).click();
  await expect(list).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(list).toHaveCount(0);
});

test('a date that is half typed, or does not exist, is not taken', async ({ startedPage: page }) => {
  const date = page.locator('#birth_date');
  const note = page.locator('#box-birth_date').getByRole('status');
  const type = async (keys: readonly string[], stored: string) => {
    await date.focus();
    for (const key of keys) await page.keyboard.press(key);
    // Tab would only lead to the next part of the date.
    await page.locator('#gender').focus();
    await waitUntilSaved(page, { birth_date: stored });
  };
  await type('02292008'.split(''), '2008-02-29');
  await expect(note).toBeEmpty();
  await type(['Backspace'], '');
  await expect(note).toContainText('a whole date that exists');
  await type('02282009'.split(''), '2009-02-28');
  await expect(note).toBeEmpty();
  await type('02302009'.split(''), '');
  await expect(note).toContainText('a whole date that exists');
  await type('02280009'.split(''), '');
  await expect(note).toHaveText('Please enter a year of four digits.');
});

test('a choice is taken back, with all that it asked for', async ({ startedPage: page }) => {
  await page.locator('#parent_marital_status').selectOption({ index: 1 });
  const living = page.getByRole('radiogroup', { name: 'Is this parent or guardian living?' });
  const secondName = page.locator('#parent_2_first_name');
  await living.getByRole('radio', { name: 'Yes' }).check();
  await expect(secondName).toHaveAttribute('aria-required', 'true');
  await waitUntilSaved(page, { parent_2_living: 'Y', parent_2_living_desc: 'Yes' });

  await living.getByRole('radio', { name: 'Yes' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(living.getByRole('radio', { name: 'Yes' })).toBeFocused();
  await expect(living.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(secondName).toHaveCount(0);
  await waitUntilSaved(page, { parent_2_living: '', parent_2_living_desc: '' });
});

for (const width of [1280, 390]) {
  test(`a Clear that comes and goes moves nothing at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/about');
    const group = page.getByRole('radiogroup', { name: 'Are you Hispanic or Latino, including Spain?' });
    const distance = async () =>
      (await topOf(page, '#box-first_gen')) - (await topOf(page, '#box-ethnicity'));
    const clear = page.getByRole('button', { name: 'Clear Are you Hispanic' });
    const free = await distance();
    await group.getByRole('radio', { name: 'No' }).check();
    await expect(clear).toBeVisible();
    expect(await distance()).toBe(free);
    await clear.click();
    await expect(clear).toHaveCount(0);
    expect(await distance()).toBe(free);
  });
}

test('a link to a document opens its tab and brings the focus to what can be done', async ({
  startedPage: page,
}) => {
  await page.goto('/final-steps#additional_info_doc');
  await expect(page.locator('#additional_info_doc')).toBeFocused();
});

/** The z-index of an element or of what holds it. */
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

/** The text of a control with a bar where the caret is. */
function shown(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    if (!(element instanceof HTMLInputElement)) return '';
    const caret = element.selectionStart ?? 0;
    return `${element.value.slice(0, caret)}|${element.value.slice(caret)}`;
  });
}
