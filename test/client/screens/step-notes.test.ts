import { expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { formProgress } from '#form/progress/progress.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { ShownErrors } from '#client/screens/form/sections/use-form-progress.ts';
import { stepNotes, type StepNote } from '#client/screens/form/sections/FormAside.tsx';
import { form, page, question } from '#test/form/build-definition.ts';

const pages = form([
  page([question('given', { required: true }), question('family', { required: true })], { id: 'one' }),
  page([question('motto')], { id: 'two' }),
]);

/** Errors after Submit; before it some only need review. */
const shownErrors = (shown: ValidationErrors, toReview?: readonly string[]): ShownErrors => ({
  shown,
  isAll: toReview === undefined,
  needsReview: (key) => toReview?.includes(key) ?? false,
});

it.each<[string, Answers, ValidationErrors, StepNote | undefined]>([
  ['counts open questions', {}, {}, { kind: 'open', count: 2 }],
  ['skips answered questions', { given: 'Ada' }, {}, { kind: 'open', count: 1 }],
  ['is done if nothing is open', { given: 'Ada', family: 'L' }, {}, { kind: 'done', count: 0 }],
  [
    'counts errors of a check instead of open questions',
    { given: 'Ada' },
    { given: ['.'], family: ['.'] },
    { kind: 'wrong', count: 2 },
  ],
])('the note of a page %s', (_, answers, errors, note) => {
  const progress = formProgress(pages, { answers, tabs: {}, counts: {} }).pages;
  expect(stepNotes(pages, progress, shownErrors(errors)).get('one')).toEqual(note);
});

it.each<[string, Answers, readonly string[], StepNote]>([
  ['changes of the form need review', { given: 'A', family: 'L' }, ['given'], { kind: 'review', count: 1 }],
  ['an error is to fix', { given: 'A', family: 'L' }, [], { kind: 'wrong', count: 1 }],
  ['an error counts next to open questions', { given: 'A' }, [], { kind: 'open', count: 2 }],
  ['an emptied question counts once', {}, [], { kind: 'open', count: 2 }],
])('before a submission, %s', (_, answers, toReview, note) => {
  const progress = formProgress(pages, { answers, tabs: {}, counts: {} }).pages;
  expect(stepNotes(pages, progress, shownErrors({ given: ['.'] }, toReview)).get('one')).toEqual(note);
});

it('a page with an invalid answer is not complete', () => {
  const state = { answers: { given: 'A', family: 'L' }, tabs: {}, counts: {} };
  const progress = formProgress(pages, state, (key) => key !== 'given').pages;
  expect(stepNotes(pages, progress, shownErrors({}, [])).has('one')).toBe(false);
});

it('a page that requires nothing has no note', () => {
  const progress = formProgress(pages, { answers: {}, tabs: {}, counts: {} }).pages;
  expect(stepNotes(pages, progress, shownErrors({})).has('two')).toBe(false);
});
