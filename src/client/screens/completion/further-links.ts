import type { Text } from '#texts/say.ts';
import type { PartnerSettings } from '#generated/partner.ts';
import { completionTexts } from '#generated/texts.ts';

type FurtherLink = {
  readonly link: keyof PartnerSettings['links'];
  readonly title: Text;
  readonly text: Text;
};

/** What can wait, once an application is submitted. `link` is the name of the partner's link that it leads to. */
export const FURTHER_LINKS: readonly { readonly heading: Text; readonly links: readonly FurtherLink[] }[] = [
  {
    heading: completionTexts.visit,
    links: [
      { link: 'tour', title: completionTexts.tour, text: completionTexts.tourText },
      { link: 'location', title: completionTexts.location, text: completionTexts.locationText },
      { link: 'stay', title: completionTexts.stay, text: completionTexts.stayText },
    ],
  },
  {
    heading: completionTexts.ahead,
    links: [
      { link: 'housing', title: completionTexts.housing, text: completionTexts.housingText },
      { link: 'catalog', title: completionTexts.catalog, text: completionTexts.catalogText },
    ],
  },
];
