import { expect, test } from 'vitest';
import { instanceCount } from '#form/answers/instances.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { readForm, readValidators } from './compiled-form.ts';
import { completeState } from './complete-state.ts';
import { fullestState } from './fullest-state.ts';

const now = new Date();

for (const partner of ['default', 'cottonwood']) {
  const form = readForm(partner);
  const state = fullestState(form, now);

  test(`the fullest application of ${partner} is right`, async () => {
    const validators = await readValidators(form, partner);
    expect(validateAnswers({ definition: form, state, validators, now })).toEqual({});
  });

  test(`the fullest application of ${partner} is asked more than the shortest, every instance included`, () => {
    const shortest = visibleQuestions(form, completeState(form, now)).length;
    expect(visibleQuestions(form, state).length).toBeGreaterThan(shortest * 1.5);
    const groups = form.pages
      .flatMap((page) => allNodes(page.layout))
      .filter((node) => node.kind === 'addAnother');
    expect(groups.map((node) => instanceCount(node, { ...state, counts: {} }))).toEqual(
      groups.map((node) => node.max),
    );
  });
}
