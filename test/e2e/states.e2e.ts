import { expect, type Locator } from '@playwright/test';
import { allNodes } from '#form/definition/form-part.ts';
import { readCards, readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';
import { seedApplication } from './seed.ts';

const form = readForm();
const nodes = allNodes(form.pages.flatMap((page) => page.layout));

for (const { id, path, submitLabel } of Object.values(readCards())) {
  test(`the card ${id} is accessible, empty and with errors`, async ({ page }) => {
    await page.goto(path);
    await inspectState(page, `card-${id}`);
    await page.getByRole('button', { name: submitLabel, exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await inspectState(page, `card-${id}-error`);
  });
}

test('every page is accessible empty, and with an error at each required question', async ({
  startedPage: page,
}) => {
  test.slow();
  for (const { id, title } of form.pages) {
    await goToStep(page, title);
    await inspectState(page, `empty-${id}`);
  }
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('region', { name: "We're missing some information!" })).toBeVisible();
  for (const { id, title } of form.pages) {
    await goToStep(page, title);
    await inspectState(page, `errors-${id}`);
  }
});

for (const anchoring of ['auto', 'none']) {
  test(`mending an error moves nothing in a browser with overflow-anchor: ${anchoring}`, async ({
    startedPage: page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(
      (value) => document.documentElement.style.setProperty('overflow-anchor', value),
      anchoring,
    );
    const summary = page.getByRole('region', { name: "We're missing some information!" });
    await goToStep(page, form.pages.at(-1)?.title ?? '');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    await expect(summary).toBeVisible();
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
        // A window is scrolled by whole pixels.
        expect(Math.abs((await topOf(group)) - place)).toBeLessThan(1);
      }
    }
  });
}

test('every page is accessible with all sections open and every group at its maximum, to the end', async ({
  startedPage: page,
}) => {
  test.slow();
  await seedApplication(page, fullestState(form));
  await page.reload();
  for (const { id, title } of form.pages) {
    await goToStep(page, title);
    await inspectState(page, `full-${id}`);
  }
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL('/completion');
  await inspectState(page, 'submitted');
});

test('what opens over a page is accessible: a list, the account, help, privacy and the question before a removal', async ({
  startedPage: page,
}) => {
  test.slow();
  const group = nodes.find((node) => node.kind === 'addAnother' && !node.visibleWhen);
  if (group?.kind !== 'addAnother') throw new Error('The form has no repeated group.');
  await seedApplication(page, fullestState(form));
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
