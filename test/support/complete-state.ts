import { isAnswered } from '#form/definition/answer.ts';
import { toFacts } from '#form/answers/facts.ts';
import { isRequired, visibleQuestions } from '#form/answers/visible-questions.ts';
import type { Answers, FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import { sampleAnswer } from './sample-answer.ts';

/** Questions of a page that are asked, required and not answered, in the order of the page. */
export function openQuestions(form: FormDefinition, pageId: string, answers: Answers): readonly Question[] {
  const state = { answers, tabs: {}, counts: {} };
  const facts = toFacts(form, state);
  return visibleQuestions(form, state).filter(
    (question) =>
      question.page === pageId && isRequired(question, facts) && !isAnswered(answers[question.key]),
  );
}

/**
 * An application in which everything that is required is answered rightly, and nothing else.
 *
 * @param leaveOut - asked for each question; true: it stays without an answer
 * @param given - what is answered already
 */
export function completeState(
  form: FormDefinition,
  now = new Date(),
  leaveOut: (question: Question) => boolean = () => false,
  given: Answers = {},
): FormState {
  let answers = given;
  for (const page of form.pages) {
    for (;;) {
      const next = openQuestions(form, page.id, answers).find((question) => !leaveOut(question));
      if (!next) break;
      answers = { ...answers, [next.key]: sampleAnswer(form, next, { answers, now }) };
    }
  }
  return { answers, tabs: {}, counts: {} };
}
