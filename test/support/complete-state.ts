import { isAnswered } from '#form/definition/answer.ts';
import { toFacts } from '#form/answers/facts.ts';
import { isRequired, visibleQuestions } from '#form/answers/visible-questions.ts';
import type { Answers, FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import { isAnswerable } from '#compiler/prove/applicants/sample-answers.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';

/** Questions of a page that are asked, required, to be answered at the keyboard and not answered, in its order. */
export function openQuestions(form: FormDefinition, pageId: string, answers: Answers): readonly Question[] {
  const state = { answers, tabs: {}, counts: {} };
  const facts = toFacts(form, state);
  return visibleQuestions(form, state).filter(
    (question) =>
      question.page === pageId &&
      isAnswerable(form, question) &&
      isRequired(question, facts) &&
      !isAnswered(answers[question.key]),
  );
}

/**
 * An application in which everything that is required is answered rightly, and nothing else.
 *
 * @param leaveOut - asked for each question; true: it stays without an answer
 */
export function completeState(
  form: FormDefinition,
  now = new Date(),
  leaveOut: (question: Question) => boolean = () => false,
): FormState {
  const leaves = (question: Question, state: FormState): boolean =>
    !isRequired(question, toFacts(form, state)) || leaveOut(question);
  return completeApplication(form, { answers: {} }, { seed: 'shortest', now, leaves, spares: leaveOut });
}
