import { expect, it } from 'vitest';
import type { Answers } from '#form/definition/definition.ts';
import { formProgress } from '#form/progress/progress.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';
import type { ShownMistakes } from '#client/screens/form/sections/counted-progress.ts';
import { stepNotes, type StepNote } from '#client/screens/form/sections/FormAside.tsx';
import { form, page, question } from '#test/form/build-definition.ts';

const pages = form([
  page([question('given', { required: true }), question('family', { required: true })], { id: 'one' }),
  page([question('motto')], { id: 'two' }),
]);

/** Errors after Submit; before it some only need review. */
const mistakes = (shown: ValidationErrors, toLookAt?: readonly string[]): ShownMistakes => ({
  shown,
  isAll: toLookAt === undefined,
  isToLookAt: (key) => toLookAt?.includes(key) ?? false,
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
  expect(stepNotes(pages, progress, mistakes(errors)).get('one')).toEqual(note);
});

it.each<[string, Answers, readonly string[], StepNote]>([
  ['changes of the form need review', { given: 'A', family: 'L' }, ['given'], { kind: 'look', count: 1 }],
  ['an error is to fix', { given: 'A', family: 'L' }, [], { kind: 'wrong', count: 1 }],
  ['an error counts next to open questions', { given: 'A' }, [], { kind: 'open', count: 2 }],
  ['an emptied question counts once', {}, [], { kind: 'open', count: 2 }],
])('before a submission, %s', (_, answers, toLookAt, note) => {
  const progress = formProgress(pages, { answers, tabs: {}, counts: {} }).pages;
  expect(stepNotes(pages, progress, mistakes({ given: ['.'] }, toLookAt)).get('one')).toEqual(note);
});

it('a page with an invalid answer is not complete', () => {
  const state = { answers: { given: 'A', family: 'L' }, tabs: {}, counts: {} };
  const progress = formProgress(pages, state, (key) => key !== 'given').pages;
  expect(stepNotes(pages, progress, mistakes({}, [])).has('one')).toBe(false);
});

it('a page that requires nothing has no note', () => {
  const progress = formProgress(pages, { answers: {}, tabs: {}, counts: {} }).pages;
  expect(stepNotes(pages, progress, mistakes({})).has('two')).toBe(false);
});
