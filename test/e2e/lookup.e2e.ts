import { expect, type Locator, type Page } from '@playwright/test';
import type { FormAnswers } from '#generated/answers.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';
import { OWN_PROJECT } from './own-project.ts';
import { storedApplication } from './stored.ts';

test.use({ project: OWN_PROJECT, viewport: { width: 390, height: 844 } });

test('a student with two high schools and one college finds, types and keeps them', async ({
  startedPage: page,
}) => {
  test.slow();
  await goToStep(page, 'Academics');
  const first = schoolOf(page, 1);
  await nameIn(first).pressSequentially('east');
  const list = page.getByRole('listbox', { name: 'Search for Your School' });
  await expect(list.getByRole('option').first()).toHaveAccessibleName('East High School Denver, CO');
  await expect(list.getByRole('option').last()).toHaveText('Use: east');
  await expect(first.getByRole('status', { name: 'Search results' })).toHaveText(/^\d results?\.$/);
  await inspectState(page, 'lookup-list');
  for (const option of await list.getByRole('option').all()) {
    expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }

  await list.getByRole('option').first().click();
  await expect(noteIn(first)).toHaveText('Filled in: City, State/Province, Country.');
  await expect(first.getByRole('textbox', { name: 'City' })).toHaveValue('Denver');
  await inspectState(page, 'lookup-filled');

  await page.getByRole('button', { name: 'Add Another' }).last().click();
  const second = schoolOf(page, 2);
  await nameIn(second).fill('Lycée de Nulle-Part (annexe 2)');
  await second.getByRole('textbox', { name: 'City' }).fill('Nulle-Part');
  await expect(noteIn(second)).toHaveText('Enter your school information below.');
  await inspectState(page, 'lookup-own');

  const credit = page.getByRole('region', { name: 'College Credit' });
  await credit.getByRole('radio', { name: 'Yes' }).check();
  await credit.getByRole('combobox', { name: 'Search for Your College' }).fill('du');
  await page.getByRole('option', { name: 'University of Denver Denver, CO' }).click();
  await expect(credit.getByRole('textbox', { name: 'City' })).toHaveValue('Denver');

  const saved = {
    hs_name: 'East High School',
    hs_city: 'Denver',
    hs_state_desc: 'Colorado',
    hs_country: 'USA',
    hs_2_name: 'Lycée de Nulle-Part (annexe 2)',
    hs_2_city: 'Nulle-Part',
    college_name: 'University of Denver',
    college_state: 'CO',
    college_country_desc: 'United States',
  } satisfies Partial<FormAnswers>;
  await expect.poll(async () => (await storedApplication(page)).answers).toMatchObject(saved);
  await page.reload();
  await expect(nameIn(schoolOf(page, 1))).toHaveValue(saved.hs_name);
  await expect(nameIn(schoolOf(page, 2))).toHaveValue(saved.hs_2_name);
  await expect(credit.getByRole('combobox', { name: 'Search for Your College' })).toHaveValue(
    saved.college_name,
  );
});

for (const { width, visible, entries } of [
  { width: 390, visible: 400, entries: 3 },
  { width: 320, visible: 250, entries: 1 },
]) {
  test.describe(`with a phone keyboard, ${width} by ${visible} px`, () => {
    test.use({ viewport: { width, height: 660 }, hasTouch: true });

    test('a list is below its control, with entries and the typed text in sight', async ({
      startedPage: page,
    }) => {
      await goToStep(page, 'Academics');
      await shrinkVisible(page, visible);
      const name = nameIn(schoolOf(page, 1));
      await name.tap();
      await name.pressSequentially('high');
      const list = page.getByRole('listbox', { name: 'Search for Your School' });
      const own = list.getByRole('option', { name: 'Use: high' });
      await expect(list.getByText('Keep typing. More schools match.')).toHaveCount(1);
      await expectFree(page, { list, label: page.locator('#label-hs_name'), visible });
      const [start, control] = [await list.boundingBox(), await name.boundingBox()];
      expect(start?.y).toBeGreaterThanOrEqual((control?.y ?? 0) + (control?.height ?? 0));
      const place = await own.boundingBox();
      const entry = await list
        .getByRole('option')
        .nth(entries - 1)
        .boundingBox();
      expect((entry?.y ?? 0) + (entry?.height ?? 0)).toBeLessThanOrEqual(place?.y ?? 0);
      expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(visible);
      await own.tap();
      await expect(name).toHaveValue('high');

      const major = page.locator('#applied_major');
      await major.tap();
      const majors = page.locator('#applied_major-list');
      await expectFree(page, { list: majors, label: page.locator('#label-applied_major'), visible });
    });
  });
}

type Placed = { readonly list: Locator; readonly label: Locator; readonly visible: number };

/** Expects a list above the keyboard, within the screen, that does not cover its label. */
async function expectFree(page: Page, { list, label, visible }: Placed): Promise<void> {
  await expect(list).toBeVisible();
  const [box, text] = [await list.boundingBox(), await label.boundingBox()];
  if (!box || !text) throw new Error('The list or its label is not rendered.');
  expect(box.y + box.height).toBeLessThanOrEqual(visible);
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  const isApart = box.y >= text.y + text.height || box.y + box.height <= text.y;
  expect(isApart, 'the list does not cover its label').toBe(true);
}

/** Simulates a keyboard over the lower part of the window, which does not affect layout. */
async function shrinkVisible(page: Page, height: number): Promise<void> {
  await page.evaluate((seen) => {
    const { visualViewport } = globalThis;
    if (!visualViewport) throw new Error('The browser has no visual viewport.');
    Object.defineProperty(visualViewport, 'height', { value: seen });
    visualViewport.dispatchEvent(new Event('resize'));
  }, height);
}

/** One of the repeated high schools. */
function schoolOf(page: Page, n: number): Locator {
  return page.getByRole('group', { name: `High School ${n}`, exact: true });
}

function nameIn(school: Locator): Locator {
  return school.getByRole('combobox', { name: 'Search for Your School' });
}

function noteIn(school: Locator): Locator {
  return school.getByRole('status', { name: 'Look-up' }).first();
}
