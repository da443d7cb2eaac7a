import { isAnswered } from '#form/definition/answer.ts';
import { clearHidden } from '#form/answers/clear-hidden.ts';
import { questionsOf } from '#form/definition/form-part.ts';
import { toFacts } from '#form/answers/facts.ts';
import { isRequired, visibleQuestions } from '#form/answers/visible-questions.ts';
import type { Answers, FormDefinition, FormState, Question } from '#form/definition/definition.ts';
import { isAnswerable } from '#compiler/prove/applicants/sample-answers.ts';
import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';

/** Returns visible required unanswered questions of a page that can be typed, in order. */
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
 * An application with exactly the required answers, all valid.
 *
 * @param leaveOut - returns true for questions to leave unanswered
 */
export function completeState(
  form: FormDefinition,
  now = new Date(),
  leaveOut: (question: Question) => boolean = () => false,
): FormState {
  const left = new Set([...questionsOf(form).values()].filter(leaveOut).map(({ key }) => key));
  const leaveEmpty = (question: Question, state: FormState): boolean =>
    !isRequired(question, toFacts(form, state));
  const state = completeApplication(form, { answers: {} }, { seed: 'shortest', now, leaveEmpty });
  const answers = Object.entries(state.answers).filter(([key]) => !left.has(key));
  return { ...state, answers: clearHidden(form, { ...state, answers: Object.fromEntries(answers) }).answers };
}
