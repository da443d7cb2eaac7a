import type { Text } from '#texts/say.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import * as completionTexts from '#generated/texts/completion.ts';

type LastStep = {
  /** Name of the partner's link it leads to. */
  readonly link: keyof PartnerSettings['links'];
  readonly title: Text;
  readonly text: Text;
};

/** What is left to do once an application is submitted, the most pressing first. */
export const LAST_STEPS: readonly { readonly heading: Text; readonly steps: readonly LastStep[] }[] = [
  {
    heading: completionTexts.lastSteps,
    steps: [
      { link: 'portal', title: completionTexts.portal, text: completionTexts.portalText },
      { link: 'evaluation', title: completionTexts.evaluation, text: completionTexts.evaluationText },
      { link: 'enrollment_agreement', title: completionTexts.agreement, text: completionTexts.agreementText },
      { link: 'faq', title: completionTexts.faq, text: completionTexts.faqText },
    ],
  },
  {
    heading: completionTexts.visit,
    steps: [
      { link: 'tour', title: completionTexts.tour, text: completionTexts.tourText },
      { link: 'location', title: completionTexts.location, text: completionTexts.locationText },
      { link: 'stay', title: completionTexts.stay, text: completionTexts.stayText },
    ],
  },
  {
    heading: completionTexts.ahead,
    steps: [
      { link: 'housing', title: completionTexts.housing, text: completionTexts.housingText },
      { link: 'catalog', title: completionTexts.catalog, text: completionTexts.catalogText },
    ],
  },
];
