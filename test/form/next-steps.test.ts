import { expect, it } from 'vitest';
import { nextSteps } from '#form/progress/next-steps.ts';
import { form, page, question } from './build-definition.ts';

const pages = [page([question('credit')])];
const isEarned = { valueKey: 'credit', operator: 'equals', target: 'Y' } as const;
const step = (title: string) => ({ title, text: '', link: 'https://example.org' });
const steps = [step('faq'), { ...step('evaluation'), visibleWhen: isEarned }, step('portal')];
const ordered = form(pages, { completion: { steps } });

it.each([
  ['none, if the form has none', form(pages), {}, []],
  ["the form's, in its order", ordered, { credit: 'Y' }, ['faq', 'evaluation', 'portal']],
  ['none whose condition is false', ordered, { credit: 'N' }, ['faq', 'portal']],
])('the next steps are %s', (_what, definition, answers, titles) => {
  const shown = nextSteps(definition, { answers, tabs: {}, counts: {} });
  expect(shown.map(({ title }) => title)).toEqual(titles);
});
