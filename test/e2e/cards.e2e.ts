import { expect, type Locator, type Page } from '@playwright/test';
import { readCard, readCards, readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { goToStep } from './go-to-step.ts';
import { fillCard, test } from './journey.ts';
import { seedApplication } from './seed.ts';

/** Refused by the server alone: the card finds nothing wrong with it. */
const REFUSED: readonly (readonly [card: string, values: Readonly<Record<string, string>>])[] = [
  ['login', { username: 'nobody@example.org', password: 'Violet-Tiger-42' }],
  ['confirm', { username: 'nobody@example.org', code: '000000' }],
];

for (const [width, height] of [
  [1280, 900],
  [390, 844],
] as const) {
  test.describe(`on a screen of ${width} px`, () => {
    test.use({ viewport: { width, height } });

    for (const { id, path } of Object.values(readCards())) {
      test(`the card ${id}, refused with nothing in it, stays where it is, below the toast`, async ({
        page,
      }) => {
        // The reset card as the link in the mail opens it.
        await page.goto(id === 'reset' ? `${path}?username=nobody@example.org&id=r1` : path);
        await refuse(page, () => sendButton(page).click());
      });
    }

    for (const [id, values] of REFUSED) {
      test(`the card ${id}, refused by the server, stays where it is, below the toast`, async ({ page }) => {
        await page.goto(readCard(id).path);
        await refuse(page, () => fillCard(page, id, values));
      });
    }

    test('the toast of a submission leaves the headline free', async ({ startedPage: page }) => {
      const form = readForm();
      await seedApplication(page, fullestState(form));
      await page.reload();
      await goToStep(page, form.pages.at(-1)?.title ?? '');
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      const heading = page.getByRole('heading', { level: 1, name: 'Your Application Is Submitted' });
      await expect(heading).toBeInViewport();
      const toast = page.getByRole('status', { name: 'Success Notification' });
      await expect(toast).toBeInViewport({ ratio: 1 });
      const [above, below] = [await toast.boundingBox(), await heading.boundingBox()];
      expect(above && below && overlap(above, below)).toBe(false);
    });
  });
}

function sendButton(page: Page): Locator {
  return page.locator('form button[type="submit"]');
}

/** Sends a card that is refused: its button stays where it was, and the toast covers neither heading nor controls. */
async function refuse(page: Page, send: () => Promise<void>): Promise<void> {
  // As far as the press would scroll it anyway.
  await sendButton(page).scrollIntoViewIfNeeded();
  const before = await placeOf(sendButton(page));
  await send();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await placeOf(sendButton(page))).toEqual(before);
  const { bottom } = await placeOf(page.getByRole('alert'));
  const heading = await placeOf(page.getByRole('heading', { level: 1 }));
  expect(bottom, 'the toast ends above the heading').toBeLessThanOrEqual(heading.top);
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
