import { type Text, completionTexts } from '#texts/say.ts';
import { isShown } from '../answers/visible-questions.ts';
import { toFacts } from '../answers/facts.ts';
import type { FormDefinition, FormState, NextStep } from '../definition/definition.ts';

type StepTexts = { readonly link: NextStep['link']; readonly title: Text; readonly text: Text };

const STEPS = [
  { link: 'portal', title: completionTexts.portal, text: completionTexts.portalText },
  { link: 'evaluation', title: completionTexts.evaluation, text: completionTexts.evaluationText },
  { link: 'enrollment_agreement', title: completionTexts.agreement, text: completionTexts.agreementText },
  { link: 'faq', title: completionTexts.faq, text: completionTexts.faqText },
] as const satisfies readonly StepTexts[];

/** Returns an applicant's next steps after submission, in the form's order. */
export function nextSteps(definition: FormDefinition, state: FormState): readonly StepTexts[] {
  const facts = toFacts(definition, state);
  const wanted = definition.nextSteps?.filter((step) => isShown(step, facts)) ?? STEPS;
  return wanted.flatMap(({ link }) => STEPS.find((step) => step.link === link) ?? []);
}
