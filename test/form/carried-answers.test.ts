import { expect, test } from 'vitest';
import { carriedForm, carriedKeys } from '#form/answers/carried-answers.ts';
import { mergeAnswers } from '#form/answers/merge-answers.ts';
import type { Answers, FormState } from '#form/definition/definition.ts';
import { knownForm } from '#form/migration/compatibility-copies.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { renamedToy } from '#test/server/renamed-toy.ts';
import { toyQuestionnaire } from '#test/server/toy-questionnaire.ts';

const now = new Date('2026-08-01T00:00:00Z');

/** The answers carried to a form; the toy form's `shade` shows and is required for blue only. */
function carry({ definition, validators }: ReturnType<typeof toyQuestionnaire>, answers: Answers) {
  const state = { answers, tabs: { coast: 'west' }, counts: { boat: 2 } };
  const validate = (each: FormState) => validateAnswers({ definition, validators, state: each, now });
  return carriedForm({ definition, now, validate }, state);
}

const BLUE = { colour: 'blue', colour_desc: 'Blue', shade: 'navy' };

test.each<readonly [string, Answers, Answers]>([
  ['valid answers, with their labels of today', { ...BLUE, colour_desc: 'Azure' }, BLUE],
  ['nothing empty', { ...BLUE, age: '', tags: [] }, BLUE],
  ['no wrong type', { ...BLUE, age: 'forty' }, BLUE],
  ['no choice that is gone, nor what it had shown', { colour: 'mauve', shade: 'navy', age: 40 }, { age: 40 }],
  ['nothing that the form no longer asks', { ...BLUE, horse: 'Bella' }, BLUE],
])('carries %s', (_what, answers, carried) => {
  const found = carry(toyQuestionnaire(), answers);
  expect(found.answers).toEqual(carried);
  expect(found).toMatchObject({ tabs: { coast: 'west' }, counts: { boat: 2 } });
});

test('carries renamed answers and choices, with the copies for an older server', () => {
  const toy = renamedToy();
  const found = carry(toy, { colour: 'red', colour_desc: 'Red', boat_2_name: 'Ida', beach: 'left' });
  const today = { tint: 'crimson', tint_desc: 'Crimson', vessel_2_name: 'Ida' };
  expect(knownForm(toy.definition, found)).toEqual({
    answers: today,
    tabs: expect.objectContaining({ shore: 'sunset' }),
    counts: expect.objectContaining({ vessel: 2 }),
  });
  expect(found.answers).toMatchObject({ ...today, colour: 'red', boat_2_name: 'Ida' });
  expect(carriedKeys(toy.definition, found)).toEqual(['tint', 'vessel_2_name']);
  const checked = mergeAnswers({ ...found, version: 0 }, { tint: 'crimson' }, 0);
  expect(checked).toMatchObject({ kind: 'merged', version: 1, changed: ['tint'] });
});
