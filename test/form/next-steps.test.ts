import { expect, it } from 'vitest';
import { nextSteps } from '#form/progress/next-steps.ts';
import { form, page, question } from './build-definition.ts';

const pages = [page([question('credit')])];
const isEarned = { valueKey: 'credit', operator: 'equals', target: 'Y' } as const;
const ordered = form(pages, {
  nextSteps: [{ link: 'faq' }, { link: 'evaluation', visibleWhen: isEarned }, { link: 'portal' }],
});

it.each([
  ['all, if the form orders none', form(pages), {}, ['portal', 'evaluation', 'enrollment_agreement', 'faq']],
  ["the form's, in its order", ordered, { credit: 'Y' }, ['faq', 'evaluation', 'portal']],
  ['none whose condition is false', ordered, { credit: 'N' }, ['faq', 'portal']],
])('the next steps are %s', (_what, definition, answers, links) => {
  const steps = nextSteps(definition, { answers, tabs: {}, counts: {} });
  expect(steps.map(({ link }) => link)).toEqual(links);
});
