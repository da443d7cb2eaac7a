import type { PartnerSettings } from '#generated/partner.ts';

type LastStep = {
  /** Name of the partner's link it leads to. */
  readonly link: keyof PartnerSettings['links'];
  readonly title: string;
  readonly text: string;
};

/** What is left to do once an application is submitted, the most pressing first. */
export const LAST_STEPS: readonly { readonly heading: string; readonly steps: readonly LastStep[] }[] = [
  {
    heading: 'Last Steps',
    steps: [
      {
        link: 'portal',
        title: 'Student portal',
        text: 'Track your application and see what we still need.',
      },
      {
        link: 'evaluation',
        title: 'Transfer credit',
        text: 'Find out which of your college credits count here.',
      },
      {
        link: 'enrollment_agreement',
        title: 'Enrollment agreement',
        text: 'Read what you will sign if you are admitted.',
      },
      { link: 'faq', title: 'Common questions', text: 'When you will hear from us, and more.' },
    ],
  },
  {
    heading: 'Come and See Us',
    steps: [
      { link: 'tour', title: 'Campus tour', text: 'Choose a day and tour the campus with a student.' },
      { link: 'location', title: 'Getting here', text: 'Directions, parking and public transportation.' },
      { link: 'stay', title: 'Where to stay', text: 'Places to spend the night near campus.' },
    ],
  },
  {
    heading: 'Look Ahead',
    steps: [
      { link: 'housing', title: 'Housing', text: 'See where you could live.' },
      { link: 'catalog', title: 'Course catalog', text: 'Browse what you could study.' },
    ],
  },
];
