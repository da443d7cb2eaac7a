import { expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { formProgress } from '#form/progress/progress.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import { stepNotes, type StepNote } from '#client/screens/form/step-notes.ts';
import { form, page, question } from '#test/form/build-definition.ts';

const pages = form([
  page([question('given', { required: true }), question('family', { required: true })], { id: 'one' }),
  page([question('motto')], { id: 'two' }),
]);

it.each<[string, Answers, ValidationErrors, StepNote | undefined]>([
  ['counts what is open', {}, {}, { kind: 'open', count: 2 }],
  ['does not count what is answered', { given: 'Ada' }, {}, { kind: 'open', count: 1 }],
  ['says when nothing is open', { given: 'Ada', family: 'L' }, {}, { kind: 'done', count: 0 }],
  [
    'counts what a check found in place of what is open',
    { given: 'Ada' },
    { given: ['.'], family: ['.'] },
    { kind: 'wrong', count: 2 },
  ],
])('the note of a page %s', (_, answers, errors, note) => {
  const progress = formProgress(pages, { answers, tabs: {}, counts: {} }).pages;
  expect(stepNotes(pages, progress, errors, 'validating').get('one')).toEqual(note);
});

it('before a submission, what is wrong is to be looked at', () => {
  const progress = formProgress(pages, {
    answers: { given: 'Ada', family: 'L' },
    tabs: {},
    counts: {},
  }).pages;
  expect(stepNotes(pages, progress, { given: ['.'] }, 'started').get('one')).toEqual({
    kind: 'look',
    count: 1,
  });
});

it('a page that requires nothing has no note', () => {
  const progress = formProgress(pages, { answers: {}, tabs: {}, counts: {} }).pages;
  expect(stepNotes(pages, progress, {}).has('two')).toBe(false);
});
