import { type Text, completionTexts } from '#texts/say.ts';

/** What is left to do once an application is submitted, the most pressing first. `link` is the name of the partner's link that it leads to. */
export const NEXT_STEPS = [
  { link: 'portal', title: completionTexts.portal, text: completionTexts.portalText },
  { link: 'evaluation', title: completionTexts.evaluation, text: completionTexts.evaluationText },
  { link: 'enrollment_agreement', title: completionTexts.agreement, text: completionTexts.agreementText },
  { link: 'faq', title: completionTexts.faq, text: completionTexts.faqText },
] as const satisfies readonly { readonly link: string; readonly title: Text; readonly text: Text }[];
