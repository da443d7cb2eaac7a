import { expect, type Locator } from '@playwright/test';
import { questionsOf } from '#form/definition/form-part.ts';
import { readForm, readPartner } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, openSession, test } from './journey.ts';
import { questionBox } from './question-box.ts';
import { seedApplication } from './seed.ts';

const NAME = 'cottonwood';
const [form, other] = [readForm(NAME), readForm()];
const [settings, otherSettings] = [readPartner(NAME), readPartner('default')];
const [bannerWords = ''] = (settings.banner ?? '').split('[');
const [own, foreign] = [onlyIn(form, other), onlyIn(other, form)];

test.use({ partner: NAME });

test('the same build serves another university, to the completion page', async ({
  page,
  server,
  student,
}) => {
  await page.goto('/');
  const logo = page.getByRole('banner').getByRole('img', { name: settings.name });
  await expect(logo).toBeVisible();
  expect(await logo.evaluate((one) => one instanceof HTMLImageElement && one.naturalHeight > 0)).toBe(true);
  await expect(page.getByRole('banner')).toContainText(bannerWords.trim());
  await expect(page.getByRole('contentinfo')).toContainText(settings.name);
  await expect(page).toHaveTitle(new RegExp(settings.name));
  const primary = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--color-primary'),
  );
  expect(primary).toBe(settings.colors.primary.main);
  expect(await lettering(page.getByRole('heading', { level: 1 }))).toBe(
    await lettering(page.locator('body')),
  );
  await openSession(page, { ...student, server });
  await seedApplication(page, fullestState(form));
  await page.goto('/');
  for (const { id, title } of form.pages) {
    await goToStep(page, title);
    // A school's code is written by the question for its name.
    for (const question of own.filter((each) => each.page === id && each.partOf === undefined)) {
      await expect(questionBox(page, question)).toBeVisible();
    }
    for (const question of foreign) await expect(questionBox(page, question)).toHaveCount(0);
    await inspectState(page, `${NAME}-${id}`);
  }
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL('/completion');
  await expect(page.getByText('Your application was successfully submitted.')).toBeVisible();
});

test('the two universities differ in name, style, colors and a question of their own', () => {
  expect(settings.name).not.toBe(otherSettings.name);
  expect(settings.style_word).not.toBe(otherSettings.style_word);
  expect(settings.colors.primary.main).not.toBe(otherSettings.colors.primary.main);
  expect(own).not.toEqual([]);
  expect(foreign).not.toEqual([]);
});

function onlyIn(one: typeof form, another: typeof form) {
  const known = questionsOf(another);
  return [...questionsOf(one).values()].filter(({ key }) => !known.has(key));
}

function lettering(element: Locator): Promise<string> {
  return element.evaluate((one) => getComputedStyle(one).fontFamily);
}
