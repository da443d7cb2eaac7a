import { expect, type Page } from '@playwright/test';
import type { FormState, Question } from '#form/definition/definition.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState, openQuestions } from '#test/support/complete-state.ts';
import { fillPage } from './fill-page.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test } from './journey.ts';
import { questionBox } from './question-box.ts';
import { seedApplication } from './seed.ts';

const form = readForm();
const last = form.pages.at(-1);
const complete = completeState(form);
const leftOut = form.pages.flatMap(({ id }) => openQuestions(form, id, {}).slice(0, 1));
const unfinished = completeState(form, new Date(), ({ key }) => leftOut.some((one) => one.key === key));

/** A question in the review, with its error. */
function problemOf(page: Page, { fullLabel }: Question) {
  return page.getByRole('link', { name: `Answer ${fullLabel}`, exact: true });
}

async function correctAnswers(page: Page, question: Question, given: FormState): Promise<FormState> {
  await expect(page).toHaveURL(new RegExp(`#${question.key}$`));
  await expect(questionBox(page, question).locator(':focus')).toHaveCount(1);
  const mended = await fillPage(page, form, { pageId: question.page, wanted: complete, given });
  await page.keyboard.press('Tab');
  return mended;
}

test.describe('on a phone, by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, timezoneId: 'Europe/Berlin' });

  test('a student sees what is missing, corrects it, edits a section, submits and reads the result', async ({
    startedPage: page,
  }) => {
    await seedApplication(page, unfinished);
    await page.reload();
    await goToStep(page, last?.title ?? '');
    await page.getByRole('button', { name: 'Review your application' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Review Your Application' })).toBeFocused();
    const state = page.getByRole('heading', { name: /missing/ });
    await expect(state).toHaveText(`${leftOut.length} answers are missing or need a change.`);
    for (const question of leftOut) await expect(problemOf(page, question)).toBeVisible();
    await inspectState(page, 'review-missing');

    let given = unfinished;
    for (const question of leftOut) {
      await page.getByRole('button', { name: 'Go to the first one' }).tap();
      await expect(problemOf(page, question)).toBeFocused();
      await problemOf(page, question).tap();
      given = await correctAnswers(page, question, given);
      await page.getByRole('button', { name: 'Back to your review' }).tap();
      await expect(page).toHaveURL(new RegExp(`/review#${question.page}-`));
      await expect(page.getByRole('heading', { level: 3 }).and(page.locator(':focus'))).toBeInViewport();
      await expect(problemOf(page, question)).toHaveCount(0);
    }
    const ready = page.getByRole('heading', { name: 'Nothing is missing' });
    await expect(ready).toBeVisible();

    await page.goto('/review');
    await expect(ready).toBeVisible();
    await expect(page.getByText(/\[[X ]\]/)).toHaveCount(0);
    await inspectState(page, 'review-ready');

    const change = page.getByRole('link', { name: /^Change / }).first();
    await change.tap();
    await expect(page).toHaveURL(/\/\w+#[\w-]+$/);
    await expect(page.getByRole('button', { name: 'Back to your review' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Back to your review' }).tap();
    await expect(page).toHaveURL(/\/review#/);

    await page.getByRole('button', { name: 'Submit', exact: true }).tap();
    await expect(page).toHaveURL('/completion');
    await expect(page.getByText('Your application was successfully submitted.')).toBeVisible();
    await expect(page.getByText(/\(Denver time\)$/)).toBeVisible();
    await expect(page.getByText(/ your time$/)).toBeVisible();
    await inspectState(page, 'completion');
    await page.getByRole('link', { name: 'Read what you sent' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'What You Submitted' })).toBeFocused();
    await expect(page.getByText(/\(Denver time\)$/)).toBeVisible();
    await expect(page.getByRole('link', { name: /^Change/ })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Submit', exact: true })).toHaveCount(0);
    await page.reload();
    await expect(page).toHaveURL('/review');
    await inspectState(page, 'review-submitted');
    await page.getByRole('link', { name: 'What happens next' }).tap();
    await expect(page).toHaveURL('/completion');
  });
});
