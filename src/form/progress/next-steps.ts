import { isShown } from '../answers/visible-questions.ts';
import { toFacts } from '../answers/facts.ts';
import type { CompletionStep, FormDefinition, FormState } from '../definition/definition.ts';

/** Returns an applicant's next steps after submission, in the form's order. */
export function nextSteps(definition: FormDefinition, state: FormState): readonly CompletionStep[] {
  const facts = toFacts(definition, state);
  return definition.completion?.steps?.filter((step) => isShown(step, facts)) ?? [];
}
