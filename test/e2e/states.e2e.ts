import { expect, type Locator, type Page } from '@playwright/test';
import { allNodes } from '#form/definition/form-part.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';
import { seedApplication } from './seed.ts';

const form = readForm();
const nodes = allNodes(form.pages.flatMap((page) => page.layout));

test('every page is accessible with an error at each required question', async ({ startedPage: page }) => {
  test.slow();
  await goToStep(page, form.pages.at(-1)?.title ?? '');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('region', { name: "We're missing some information!" })).toBeVisible();
  for (const { id, title } of form.pages) {
    await goToStep(page, title);
    await inspectState(page, `errors-${id}`);
  }
});

test('correcting an error moves nothing, also in a browser without overflow-anchor', async ({
  startedPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // As in Safari, which does not hold the place itself.
  await page.evaluate(() => document.documentElement.style.setProperty('overflow-anchor', 'none'));
  const summary = page.getByRole('region', { name: "We're missing some information!" });
  await goToStep(page, form.pages.at(-1)?.title ?? '');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  // The summary appears before the response that moves the focus to it.
  await expect(summary.getByRole('heading', { level: 2 })).toBeFocused();
  for (const { title } of form.pages.toReversed()) {
    await goToStep(page, title);
    for (const group of await page.locator('[role="radiogroup"][aria-required]').all()) {
      const answer = group.getByRole('radio', { name: /^No\b/ });
      if ((await answer.count()) === 0) continue;
      await group.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const links = await summary.getByRole('link').count();
      const place = await topOf(group);
      await answer.check();
      await expect(summary.getByRole('link')).toHaveCount(links - 1);
      // Windows scroll by whole pixels.
      expect(Math.abs((await topOf(group)) - place)).toBeLessThan(1);
    }
  }
});

test('every page is accessible with all sections open and every group at its maximum', async ({
  startedPage: page,
}) => {
  test.slow();
  await seedApplication(page, fullestState(form));
  await page.reload();
  for (const { id, title } of form.pages) {
    await goToStep(page, title);
    await inspectState(page, `full-${id}`);
  }
});

test('forced colors keep arrows, the current step, the chosen tab and dialog borders visible', async ({
  startedPage: page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });

  for (const list of [page.locator('select').first(), page.locator('.combobox-input').last()]) {
    await list.scrollIntoViewIfNeeded();
    expect(await clipped(page, list, 0), 'the arrow').not.toEqual(await clipped(page, list, 1));
  }
  for (const current of await page.locator('nav [aria-current]').all()) {
    expect(await styleOf(current, 'outline-style')).toBe('solid');
  }
  expect(await styleOf(page.locator('nav a:not([aria-current])').first(), 'outline-style')).toBe('none');

  await goToStep(page, form.pages.at(-1)?.title ?? '');
  const line = 'border-bottom-color';
  expect(await styleOf(page.getByRole('tab', { selected: true }), line)).not.toBe(
    await styleOf(page.getByRole('tab', { selected: false }), line),
  );
  await page.getByRole('button', { name: 'Help' }).click();
  expect(await styleOf(page.getByRole('dialog'), 'border-top-style')).toBe('solid');
});

test('overlays are accessible: a list, the account, which opens complete, help, privacy, the removal dialog', async ({
  startedPage: page,
}) => {
  test.slow();
  const group = nodes.find((node) => node.kind === 'addAnother' && !node.visibleWhen);
  if (group?.kind !== 'addAnother') throw new Error('The form has no repeated group.');
  const delayed = Promise.withResolvers<void>();
  await page.route(/StudentMenu/, async (route) => {
    await delayed.promise;
    await route.continue();
  });
  const requested = page.waitForRequest(/StudentMenu/);
  await page.getByRole('button', { name: /^Account: / }).click();
  await requested;
  const logOut = page.getByRole('button', { name: 'Log Out' });
  // It would move under a finger.
  await expect(logOut).toBeHidden();
  delayed.resolve();
  await expect(logOut).toBeVisible();
  await expect(page.getByRole('link', { name: 'Review your application' })).toBeVisible();

  // Only the removal of a filled instance is confirmed.
  const filled = new Set(group.instances.flatMap(({ keys }) => keys));
  const answers = Object.entries(fullestState(form).answers).filter(([key]) => filled.has(key));
  const counts = { [group.id]: group.max };
  await seedApplication(page, { answers: Object.fromEntries(answers), tabs: {}, counts });
  await page.reload();
  await page.getByRole('combobox').and(page.locator('input')).first().click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await inspectState(page, 'open-list');
  await page.keyboard.press('Escape');
  for (const [name, button] of [
    ['account', /^Account/],
    ['help', 'Help'],
    ['privacy', 'Privacy'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await inspectState(page, `open-${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const place = form.pages.find(({ layout }) => allNodes(layout).includes(group));
  await goToStep(page, place?.title ?? '');
  await page.getByRole('button', { name: `Remove ${group.instances[0]?.title}`, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspectState(page, 'open-removal');
});

async function topOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.y ?? Number.NaN;
}

/** Screenshot of a square at the right end of a control, offset by a number of squares. */
async function clipped(page: Page, control: Locator, before: number): Promise<Buffer> {
  const { x, y, width } = (await control.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const [inset, side] = [6, 30];
  return page.screenshot({
    clip: { x: x + width - inset - side * (before + 1), y: y + inset, width: side, height: side },
  });
}

function styleOf(element: Locator, property: string): Promise<string> {
  return element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);
}
