import { expect, type Page } from '@playwright/test';
import type { FormDefinition, FormState } from '#form/definition/definition.ts';
import { readForm } from '#test/support/compiled-form.ts';
import { completeState, openQuestions } from '#test/support/complete-state.ts';
import { expectPage, fillPage } from './fill-page.ts';
import { goToStep } from './go-to-step.ts';
import { inspectState, test, waitUntilSaved } from './journey.ts';
import { questionBox } from './question-box.ts';

const form = readForm();

test('a student signs up, fills in, leaves, comes back, is shown what is missing, mends it and submits', async ({
  page,
  otherPage: later,
  student,
}) => {
  await page.goto('/');
  await expect(page).toHaveURL(defaultPath(form));
  await expect(page.getByRole('heading', { name: 'Hello!' })).toBeVisible();
  await inspectState(page, 'anonymous');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await inspectState(page, 'sign-up');
  await student.signUp(page);
  await inspectState(page, 'log-in');
  await student.logIn(page);

  const complete = completeState(form);
  const leftOut = new Set(
    form.pages.flatMap(({ id }) => openQuestions(form, id, {}).slice(0, 1)).map(({ key }) => key),
  );
  const wanted = completeState(form, new Date(), ({ key }) => leftOut.has(key));
  let given: FormState | undefined;
  for (const { id, title } of form.pages) {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    given = await fillPage(page, form, { pageId: id, wanted, ...(given && { given }) });
    await inspectState(page, `filled-${id}`);
    const next = page.getByRole('button', { name: 'Save & Continue' });
    if (id === form.pages.at(-1)?.id) await waitUntilSaved(page, wanted.answers);
    else await next.click();
  }
  expect(leftOut.size, 'a question is left out on some page').toBeGreaterThan(0);

  await page.close();
  await student.logIn(later);
  await expectAllPages(later, wanted);

  await submit(later);
  const summary = later.getByRole('region', { name: "We're missing some information!" });
  await expect(summary).toBeVisible();
  await expect(summary.getByRole('link')).toHaveCount(leftOut.size);
  await expect(later.getByRole('region', { name: 'What is left' }).getByText('Ctrl + Enter')).toBeVisible();
  await inspectState(later, 'missing');
  await mend(later, wanted, complete);
  await expect(summary).toBeHidden();
  const left = later.getByRole('region', { name: 'What is left' });
  await expect(left).toContainText('Nothing is missing now.');
  await inspectState(later, 'nothing-missing');

  await submit(later);
  await expect(later).toHaveURL('/completion');
  await expect(later.getByText('Your application was successfully submitted.')).toBeVisible();
  await inspectState(later, 'completion');
  await later.goto(defaultPath(form));
  await expect(later).toHaveURL('/completion');
});

function defaultPath({ pages, defaultPage }: FormDefinition): string {
  return pages.find((page) => page.id === defaultPage)?.path ?? '/';
}

async function expectAllPages(page: Page, wanted: FormState): Promise<void> {
  for (const { id, title } of form.pages) {
    await goToStep(page, title);
    await expectPage(page, form, { pageId: id, wanted });
  }
}

async function submit(page: Page): Promise<void> {
  await goToStep(page, form.pages.at(-1)?.title ?? '');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
}

/** Follows the link of the summary to what is missing on each page, and answers it. */
async function mend(page: Page, unfinished: FormState, wanted: FormState): Promise<void> {
  let given = unfinished;
  for (const { id } of form.pages) {
    const [question] = openQuestions(form, id, given.answers);
    if (!question) continue;
    await page
      .getByRole('region', { name: "We're missing some information!" })
      .getByRole('link', { name: question.fullLabel, exact: true })
      .first()
      .click();
    await expect(questionBox(page, question).locator(':focus')).toHaveCount(1);
    given = await fillPage(page, form, { pageId: id, wanted, given });
    await waitUntilSaved(page, given.answers);
  }
}
