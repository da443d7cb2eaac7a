import { expect, type Locator, type Page } from '@playwright/test';
import { press, tabTo } from './keys.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';
import { storedApplication } from './stored.ts';

// The partner that asks for a college beside the high schools; both look-ups know the directory that is shipped.
test.use({ partner: 'cottonwood', viewport: { width: 390, height: 844 } });

test('a student with three high schools and one college finds, takes back, types and keeps them', async ({
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
  await first.getByRole('button', { name: 'Undo' }).click();
  await expect(nameIn(first)).toHaveValue('east');
  await expect(first.getByRole('textbox', { name: 'City' })).toHaveValue('');
  await expect(nameIn(first)).toBeFocused();
  await nameIn(first).fill('east high');
  await list.getByRole('option', { name: 'East High School' }).click();
  await expect(first.getByRole('textbox', { name: 'City' })).toHaveValue('Denver');

  await page.getByRole('button', { name: 'Add Another' }).last().click();
  await takeByKeys(page, schoolOf(page, 2), { typed: 'north high', name: 'North High School' });
  await expect(schoolOf(page, 2).getByRole('textbox', { name: 'City' })).toHaveValue('Denver');

  await page.getByRole('button', { name: 'Add Another' }).last().click();
  const third = schoolOf(page, 3);
  await nameIn(third).fill('Lycée de Nulle-Part (annexe 2)');
  await third.getByRole('textbox', { name: 'City' }).fill('Nulle-Part');
  await expect(noteIn(third)).toHaveText('Enter your school information below.');
  await inspectState(page, 'lookup-own');

  const credit = page.getByRole('region', { name: 'College Credit' });
  await credit.getByRole('radio', { name: 'Yes' }).check();
  await credit.getByRole('combobox', { name: 'Search for Your College' }).fill('du');
  await page.getByRole('option', { name: 'University of Denver Denver, CO' }).click();
  await expect(credit.getByRole('textbox', { name: 'City' })).toHaveValue('Denver');
  await inspectState(page, 'lookup-college');

  const saved = {
    hs_name: 'East High School',
    hs_city: 'Denver',
    hs_state_desc: 'Colorado',
    hs_country: 'USA',
    hs_2_name: 'North High School',
    hs_2_state: 'CO',
    hs_3_name: 'Lycée de Nulle-Part (annexe 2)',
    hs_3_city: 'Nulle-Part',
    college_name: 'University of Denver',
    college_state: 'CO',
    college_country_desc: 'United States',
  };
  await expect.poll(async () => (await storedApplication(page)).answers).toMatchObject(saved);
  await page.reload();
  await expect(nameIn(schoolOf(page, 1))).toHaveValue(saved.hs_name);
  await expect(nameIn(schoolOf(page, 2))).toHaveValue(saved.hs_2_name);
  await expect(nameIn(schoolOf(page, 3))).toHaveValue(saved.hs_3_name);
  await expect(credit.getByRole('combobox', { name: 'Search for Your College' })).toHaveValue(
    saved.college_name,
  );
});

/** One of the repeated high schools. */
function schoolOf(page: Page, n: number): Locator {
  return page.getByRole('group', { name: `High School ${n}`, exact: true });
}

function nameIn(school: Locator): Locator {
  return school.getByRole('combobox', { name: 'Search for Your School' });
}

function noteIn(school: Locator): Locator {
  return school.getByRole('status', { name: 'Look-up' });
}

/** Types, walks down the list and takes the line, without a mouse. */
async function takeByKeys(
  page: Page,
  school: Locator,
  wanted: { typed: string; name: string },
): Promise<void> {
  await tabTo(page, nameIn(school));
  await page.keyboard.type(wanted.typed);
  await expect(page.getByRole('option', { name: wanted.name })).toBeVisible();
  await press(page, 'ArrowDown');
  await expect(page.getByRole('option', { name: wanted.name })).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Enter');
  await expect(nameIn(school)).toHaveValue(wanted.name);
}
