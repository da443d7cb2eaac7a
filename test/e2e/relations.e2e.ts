import { expect } from '@playwright/test';
import { questionsOf } from '#form/definition/form-part.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { fullestState } from '#test/support/fullest-state.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';
import { questionBox } from './question-box.ts';
import { seedApplication } from './seed.ts';

const form = readForm();
const questions = [...questionsOf(form).values()];
const titleOf = (id: string): string => form.pages.find((page) => page.id === id)?.title ?? '';

test('dates that contradict each other are wrong until one of them changes', async ({
  startedPage: page,
}) => {
  test.slow();
  const end = questions.find(({ relations = [], widget }) => relations.length > 0 && widget === 'date');
  const relation = end?.relations?.[0];
  if (!end || !relation) throw new Error('The questionnaire compares no two dates.');
  const state = fullestState(form);
  await seedApplication(page, state);
  await page.reload();
  await goToStep(page, titleOf(end.page));
  const [own, other] = [page.locator(`#${end.key}`), page.locator(`#${relation.targetKey}`)];
  const first = await other.inputValue();
  await own.fill(first.replace(/^\d{4}/, (year) => String(Number(year) - 1)));
  await goToStep(page, titleOf(form.pages.at(-1)?.id ?? ''));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const summary = page.getByRole('region', { name: "We're missing some information!" });
  await summary.getByRole('link', { name: end.fullLabel }).click();
  const box = questionBox(page, end);
  await expect(box.getByText(relation.message)).toBeVisible();
  await expect(own).toHaveAttribute('aria-invalid', 'true');
  await inspectState(page, 'contradicting-dates');
  await other.fill(first.replace(/^\d{4}/, (year) => String(Number(year) - 2)));
  await other.blur();
  await expect(box.getByText(relation.message)).toBeHidden();
  await expect(own).not.toHaveAttribute('aria-invalid', 'true');
});

test('a signature unlike the name is noticed, and is no error', async ({ startedPage: page }) => {
  const signature = questions.find(({ notices = [] }) => notices.some(({ unlike }) => unlike));
  const notice = signature?.notices?.[0];
  if (!signature || !notice) throw new Error('The questionnaire notices no name.');
  const named = questions.filter(({ key, options }) => form.fullName?.includes(key) && options === undefined);
  const answers = Object.fromEntries(named.map(({ key }) => [key, 'Żaneta'] as const));
  await seedApplication(page, { answers, tabs: {}, counts: {} });
  await page.reload();
  await goToStep(page, titleOf(signature.page));
  const control = page.getByRole('textbox', { name: signature.label });
  const said = questionBox(page, signature).getByRole('status');
  await control.fill('Somebody Else');
  await expect(said).toBeEmpty();
  await control.press('Tab');
  await expect(said).toHaveText(notice.text);
  await expect(control).toHaveAccessibleDescription(new RegExp(notice.text.slice(0, 20)));
  await expect(control).not.toHaveAttribute('aria-invalid', 'true');
  await inspectState(page, 'odd-signature');
  await control.fill('zaneta  Z. ZANETA');
  await control.press('Tab');
  await expect(said).toBeEmpty();
});
