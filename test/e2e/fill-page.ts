import { expect, type Page } from '@playwright/test';
import { isAnswered } from '#form/answers/facts.ts';
import type { Answers, FormDefinition, Question } from '#form/definition/definition.ts';
import { openQuestions } from '#test/support/complete-state.ts';
import { sampleAnswer } from '#test/support/sample-answer.ts';
import { expectAnswer, fillQuestion, questionBox } from './question-box.ts';

/**
 * Fills a page as the compiled definition asks: every question that is visible and required, among them those
 * that an earlier answer brings up, until none is left. So a journey stays right when questions change.
 *
 * @param options.leaveOut - asked for each question; true: leave it unanswered
 * @returns all answers given so far, the earlier ones included
 */
export async function fillPage(
  page: Page,
  form: FormDefinition,
  options: {
    readonly pageId: string;
    readonly answers?: Answers;
    readonly leaveOut?: (question: Question) => boolean;
  },
): Promise<Answers> {
  const now = new Date();
  let answers = options.answers ?? {};
  for (;;) {
    const next = openQuestions(form, options.pageId, answers).find(
      (question) => !options.leaveOut?.(question),
    );
    if (!next) return answers;
    const answer = sampleAnswer(form, next, now);
    await expect(questionBox(page, next), `${next.key} is on the page`).toBeVisible();
    await fillQuestion(page, { form, question: next, answer, now });
    answers = { ...answers, [next.key]: answer };
  }
}

/** Waits until a page shows all the given answers to its questions. */
export async function expectPage(
  page: Page,
  form: FormDefinition,
  { pageId, answers }: { readonly pageId: string; readonly answers: Answers },
): Promise<void> {
  const now = new Date();
  const questions = form.pages.find((each) => each.id === pageId)?.questions ?? {};
  for (const question of Object.values(questions)) {
    const answer = answers[question.key];
    if (isAnswered(answer)) await expectAnswer(page, { form, question, answer, now });
  }
}
