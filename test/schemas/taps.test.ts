import { expect, test } from 'vitest';
import { isAnswered } from '#form/definition/answer.ts';
import { toFacts } from '#form/answers/facts.ts';
import { optionsOf } from '#form/answers/option-lists.ts';
import { isRequired } from '#form/answers/visible-questions.ts';
import type { Question } from '#form/definition/definition.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';
import type { FormAnswers } from '#generated/answers.ts';
import { readForm } from '#test/support/compiled-form.ts';

const form = readForm();
const now = new Date();

/** What a first-year from the United States chooses where one answer leads to fewer questions. */
const CHOICES: Partial<FormAnswers> = {
  country: 'USA',
  mailing_addr_same_as_perm_addr: true,
  citizenship_type: 'C',
  legacy_ind: 'N',
  conviction: 'N',
  suspended: 'N',
};

/** The longest list that is a native select: a tap opens it, and another chooses. */
const NATIVE = 15;

/** Taps to answer a question: one at each control; one more in native lists and among schools that were found. */
function tapsOf(question: Question, answers: Partial<FormAnswers>): number {
  const { widget, partOf } = question;
  if (widget === 'monthYear' || partOf !== undefined || widget === 'school') return 2;
  return widget === 'dropdown' && optionsOf(form, question, { answers, now }).length <= NATIVE ? 2 : 1;
}

test('a first-year needs at most 45 taps for what is required', () => {
  const { answers, counts } = completeApplication(
    form,
    { answers: CHOICES },
    {
      seed: 'fewest taps',
      now,
      leaveEmpty: (question, state) =>
        !(question.key in CHOICES) && !isRequired(question, toFacts(form, state)),
    },
  );
  const questions = [...questionsOf(form).values()].filter(({ key }) => isAnswered(answers[key]));
  // A ZIP code fills in its city and state.
  const filled = new Set(
    questions.flatMap(({ key, widget, lookup }) =>
      widget === 'zipCode'
        ? Object.values(lookup?.fills ?? {}).filter((each) => each !== key && each !== 'country')
        : [],
    ),
  );
  const taps = questions
    .filter(({ key }) => !filled.has(key))
    .map((question) => [question.key, tapsOf(question, answers)] as const);
  // A button at the end of each page.
  const total = taps.reduce((sum, [, count]) => sum + count, form.pages.length);
  console.log(`${total} taps: ${taps.map(([key, count]) => `${key} ${count}`).join(', ')}`);
  expect(counts).toEqual({});
  expect(total).toBeLessThanOrEqual(45);
});
