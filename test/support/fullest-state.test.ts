import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { instanceCount } from '#form/answers/instances.ts';
import { visibleQuestions } from '#form/answers/visible-questions.ts';
import { allNodes } from '#form/definition/form-part.ts';
import { isDocumentQuestion } from '#form/documents/document-answers.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { addAnother, form as formOf, page, question } from '#test/form/build-definition.ts';
import { readForm, readValidators } from './compiled-form.ts';
import { completeState } from './complete-state.ts';
import { fullestState } from './fullest-state.ts';

const now = new Date();
const partners = readdirSync(path.join(PROJECT_PATHS.schemasFolder, 'partners')).map(
  (file) => path.parse(file).name,
);

for (const partner of partners) {
  const form = readForm(partner);
  const shortest = completeState(form, now);
  const fullest = fullestState(form, now);

  for (const [name, state] of Object.entries({ shortest, fullest })) {
    test(`in the ${name} application of ${partner} nothing is wrong but that its documents are not attached`, async () => {
      const validators = await readValidators(form, partner);
      const documents = visibleQuestions(form, state).filter(isDocumentQuestion);
      const wrong = Object.keys(validateAnswers({ definition: form, state, validators, now }));
      expect(wrong.filter((key) => !documents.some((document) => document.key === key))).toEqual([]);
    });
  }

  test(`the fullest application of ${partner} is asked no less than the shortest`, () => {
    const asked = [fullest, shortest].map((state) => visibleQuestions(form, state).length);
    expect(asked).toEqual(asked.toSorted((one, other) => other - one));
  });
}

test('the fullest application has every instance, and of the answers the one that opens most', () => {
  const options = { pets: ['cat', 'dog', 'none'].map((value) => ({ value, label: value })) };
  const ofDogs = { valueKey: 'pet', operator: 'equals', target: 'dog' } as const;
  const group = addAnother('vets', ['vet'], ['vet_2'], ['vet_3']);
  const questions = [
    question('pet', { options: 'pets' }),
    question('breed', { visibleWhen: ofDogs }),
    ...['vet', 'vet_2', 'vet_3'].map((key) => question(key)),
  ];
  const layout = [{ kind: 'question', key: 'pet' }, { kind: 'question', key: 'breed' }, group] as const;
  const state = fullestState(formOf([page(questions, { layout })], { options }), now);
  expect(state.answers).toMatchObject({ pet: 'dog', breed: expect.any(String) });
  expect(
    allNodes([group]).flatMap((node) => (node.kind === 'addAnother' ? instanceCount(node, state) : [])),
  ).toEqual([3]);
});

test('the shortest application has only what is required, once it is', () => {
  const ofNone = { valueKey: 'name', operator: 'answered' } as const;
  const questions = [
    question('note'),
    question('name', { required: true }),
    question('age', { requiredWhen: ofNone }),
  ];
  const { answers } = completeState(formOf([page(questions)]), now);
  expect(Object.keys(answers).toSorted()).toEqual(['age', 'name']);
});
