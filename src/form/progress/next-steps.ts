import { type Text, completionTexts } from '#texts/say.ts';

/** Next steps after submission, most urgent first. `link` names a link of the partner. */
export const NEXT_STEPS = [
  { link: 'portal', title: completionTexts.portal, text: completionTexts.portalText },
  { link: 'evaluation', title: completionTexts.evaluation, text: completionTexts.evaluationText },
  { link: 'enrollment_agreement', title: completionTexts.agreement, text: completionTexts.agreementText },
  { link: 'faq', title: completionTexts.faq, text: completionTexts.faqText },
] as const satisfies readonly { readonly link: string; readonly title: Text; readonly text: Text }[];
