import { expect, type Locator, type Page } from '@playwright/test';
import { questionsOf } from '#form/definition/form-part.ts';
import { readCard, readCards, readForm, readPartner } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { goToStep } from './go-to-step.ts';
import { fillCard, inspectState, test } from './journey.ts';
import { seedApplication } from './seed.ts';

/** Valid on the card, but refused by the server. */
const REFUSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  login: { username: 'nobody@example.org', password: 'Violet-Tiger-42' },
  confirm: { username: 'nobody@example.org', code: '000000' },
};

/** Name, type, autocomplete and input mode of each card's fields, as password managers need them. */
const ADDRESS = 'username email username email';
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  login: ['username email username webauthn email', 'password password current-password'],
  signup: [ADDRESS, 'password password new-password'],
  confirm: [ADDRESS, 'code text one-time-code numeric'],
  forgot: [ADDRESS],
  reset: [
    ADDRESS,
    'id text one-time-code',
    'password password new-password',
    'confirm_password password new-password',
  ],
};

const PHONE = { width: 390, height: 844 };
const SIZES = [PHONE, { width: 1280, height: 900 }];

for (const { id, path } of Object.values(readCards())) {
  test(`the card ${id} is accessible, and its heading stays in place when refused, below the toast`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await fieldsOf(page)).toEqual(FIELDS[id]);
    await expect(sendButton(page)).toHaveCount(1);
    await inspectState(page, `card-${id}`);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      // The reset card as opened from the email.
      await page.goto(id === 'reset' ? `${path}?username=nobody@example.org&id=r1` : path);
      const number = page.getByRole('link', { name: readPartner('default').phone ?? '' });
      await expect(number).toHaveAttribute('href', /^tel:\+1\d{10}$/);
      expect(await number.evaluate((link) => link.getClientRects().length)).toBe(1);
      await refuse(page, () => sendButton(page).click());
    }
    await inspectState(page, `card-${id}-error`);
    if (!(id in REFUSED)) return;
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.reload();
      await refuse(page, () => fillCard(page, id, REFUSED[id] ?? {}));
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('an error of four lines does not cover the heading of a card', async ({ page }) => {
    const message = `${'This is refused for a reason that takes its time to be given. '.repeat(2)}Please wait for a minute.`;
    await page.route('**/public/login', (route) => route.fulfill({ status: 422, json: { message } }));
    await page.goto(readCard('login').path);
    await refuse(page, () => fillCard(page, 'login', REFUSED['login'] ?? {}));
    await expect(page.getByRole('alert')).toContainText(message);
  });

  test('the Caps Lock hint moves nothing', async ({ page }) => {
    await page.goto(readCard('signup').path);
    await page.getByLabel('Password', { exact: true }).focus();
    await page.keyboard.press('a');
    const before = await placeOf(sendButton(page));
    await page.evaluate(() => {
      const init = { key: 'B', bubbles: true, modifierCapsLock: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', init));
    });
    const hint = page.getByText('Caps Lock is on.');
    await expect(hint).toBeVisible();
    expect(await placeOf(sendButton(page))).toEqual(before);
    await expectNothingBelow(hint);
  });

  test('a date is as wide as its question, also with its error', async ({ startedPage: page }) => {
    const form = readForm();
    const { page: id = '', fullLabel } =
      [...questionsOf(form).values()].find(({ widget, visibleWhen }) => widget === 'date' && !visibleWhen) ??
      {};
    await goToStep(page, form.pages.find((each) => each.id === id)?.title ?? '');
    const date = page.getByLabel(fullLabel ?? '', { exact: true });
    const box = page.locator('.box', { has: date });
    const expectWhole = async (): Promise<void> =>
      expect(await date.boundingBox()).toMatchObject({ width: (await box.boundingBox())?.width });
    await expectWhole();
    await date.focus();
    await page.keyboard.type('02302009');
    await date.blur();
    const note = page.getByText('Please enter a complete, valid date.');
    await expect(note).toBeVisible();
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expectWhole();
      await expectNothingBelow(note);
    }
  });

  test('the submission toast does not cover the heading', async ({ startedPage: page }) => {
    const form = readForm();
    await seedApplication(page, fullestState(form));
    await page.reload();
    await goToStep(page, form.pages.at(-1)?.title ?? '');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    const heading = page.getByRole('heading', { level: 1, name: 'Your Application Is Submitted' });
    const toast = page.getByRole('status', { name: 'Success Notification' });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await expect(heading).toBeInViewport();
      await expect(toast).toBeInViewport({ ratio: 1 });
      const [above, below] = [await toast.boundingBox(), await heading.boundingBox()];
      expect(above && below && overlap(above, below)).toBe(false);
    }
  });
});

function fieldsOf(page: Page): Promise<readonly string[]> {
  return page
    .locator('form input')
    .evaluateAll((inputs) =>
      inputs.map((input) =>
        input instanceof HTMLInputElement
          ? `${input.name} ${input.type} ${input.autocomplete} ${input.inputMode}`.trim()
          : '',
      ),
    );
}

function sendButton(page: Page): Locator {
  return page.locator('form button[type="submit"]');
}

/** Sends a card that is refused: its heading must not move, and the toast does not cover it. */
async function refuse(page: Page, send: () => Promise<void>): Promise<void> {
  const inPage = async () => {
    const { top } = await placeOf(page.getByRole('heading', { level: 1 }));
    return top + (await page.evaluate(() => window.scrollY));
  };
  const before = await inPage();
  await send();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await inPage()).toBe(before);
  const { bottom } = await placeOf(page.getByRole('alert'));
  const heading = await placeOf(page.getByRole('heading', { level: 1 }));
  expect(bottom, 'the toast ends above the heading').toBeLessThanOrEqual(heading.top);
}

/** Expects nothing to be rendered below an element. */
async function expectNothingBelow(element: Locator): Promise<void> {
  const isAlone = await element.evaluate((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const own = range.getBoundingClientRect();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (node.contains(text) || text.textContent?.trim() === '') continue;
      range.selectNodeContents(text);
      const { left, right, top, bottom, width } = range.getBoundingClientRect();
      if (text.parentElement?.checkVisibility({ visibilityProperty: true }) !== true || width < 2) continue;
      if (left < own.right && own.left < right && top < own.bottom && own.top < bottom) return false;
    }
    return true;
  });
  expect(isAlone, 'no other text overlaps').toBe(true);
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

async function placeOf(element: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${element.toString()} is not on the screen.`);
  return { top: Math.round(box.y), bottom: Math.round(box.y + box.height) };
}
