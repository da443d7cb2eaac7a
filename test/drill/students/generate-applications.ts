import { completeApplication } from '#compiler/prove/applicants/complete-application.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import type { Answers, FormDefinition, FormState } from '#form/definition/definition.ts';
import { isDocumentQuestion, withoutDocumentAnswers } from '#form/documents/document-answers.ts';
import { withoutCompanions } from '#form/answers/with-companions.ts';

/** A student's inputs in form order. */
export type GeneratedApplication = {
  readonly choices: Pick<FormState, 'tabs' | 'counts'>;
  /** Answers typed between two pauses. */
  readonly steps: readonly Answers[];
  readonly documents: readonly string[];
};

const ANSWERS_A_STEP = 5;

/** Generates distinct complete applications. */
export function generateApplications(form: FormDefinition, count: number): readonly GeneratedApplication[] {
  const now = new Date();
  return Array.from({ length: count }, (_, index) => {
    const state = completeApplication(form, { answers: {} }, { seed: `drill ${index}`, now });
    const { tabs, counts } = state;
    const documents = visibleQuestions(form, state)
      .filter(isDocumentQuestion)
      .map(({ key }) => key);
    return { choices: { tabs, counts }, documents, steps: stepsOf(form, state) };
  });
}

function stepsOf(form: FormDefinition, { answers }: FormState): readonly Answers[] {
  const entries = Object.entries(withoutCompanions(form, withoutDocumentAnswers(form, answers)));
  const steps = Math.ceil(entries.length / ANSWERS_A_STEP);
  return Array.from({ length: steps }, (_, step) =>
    Object.fromEntries(entries.slice(step * ANSWERS_A_STEP, (step + 1) * ANSWERS_A_STEP)),
  );
}
