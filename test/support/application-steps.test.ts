import { expect, test } from 'vitest';
import type { FormState, LayoutNode } from '#form/definition/definition.ts';
import { form, page, question, stateOf } from '#test/form/build-definition.ts';
import { afterStep, nextStep, notGiven, type Progress, startOf } from './application-steps.ts';

const isYes = { valueKey: 'has_pet', operator: 'equals', target: 'Y' } as const;
const layout: readonly LayoutNode[] = [
  { kind: 'section', id: 'details', visibleWhen: isYes, children: [{ kind: 'question', key: 'pet_kind' }] },
  { kind: 'question', key: 'has_pet' },
  {
    kind: 'tabs',
    id: 'way',
    label: 'Way',
    defaultTab: 'write',
    tabs: [
      { id: 'write', title: 'Write', children: [{ kind: 'question', key: 'story' }] },
      { id: 'call', title: 'Call', children: [{ kind: 'question', key: 'number' }] },
    ],
  },
  {
    kind: 'addAnother',
    id: 'vets',
    label: 'Add Another',
    max: 3,
    instances: ['vet', 'vet_2', 'vet_3'].map((key) => ({
      title: key,
      keys: [key],
      children: [{ kind: 'question', key }],
    })),
  },
  {
    kind: 'confirm',
    id: 'more',
    trigger: 'button',
    label: 'More',
    children: [{ kind: 'question', key: 'born_month' }],
  },
];
const toyPage = page(
  [
    question('pet_kind', { visibleWhen: isYes }),
    ...['has_pet', 'story', 'number', 'vet', 'vet_2', 'vet_3'].map((key) => question(key)),
    question('born_month', { parts: ['born_year'] }),
    question('born_year', { partOf: 'born_month' }),
  ],
  { layout, clearing: [{ when: { not: isYes }, keys: ['pet_kind'] }] },
);
const toyForm = form([toyPage]);

/** The steps one after the other, each as its kind and what it is about; and what is never given. */
function walk(wanted: FormState): { steps: string[]; left: readonly string[] } {
  const steps: string[] = [];
  let progress: Progress = startOf(wanted);
  for (let step = nextStep(toyForm, toyPage, progress); step; step = nextStep(toyForm, toyPage, progress)) {
    if (step.kind === 'answer') steps.push(step.question.key);
    else if (step.kind === 'choose-tab') steps.push(`${step.kind} ${step.tab}`);
    else steps.push(step.kind);
    progress = afterStep(toyForm, progress, step);
  }
  return { steps, left: notGiven(toyPage, progress) };
}

test('a question is answered after the answer that brings it up, wherever it is', () => {
  expect(walk(stateOf({ pet_kind: 'Cat', has_pet: 'Y' }))).toEqual({
    steps: ['has_pet', 'pet_kind'],
    left: [],
  });
});

test('an answer that never shows is left', () => {
  expect(walk(stateOf({ pet_kind: 'Cat', has_pet: 'N' }))).toEqual({
    steps: ['has_pet'],
    left: ['pet_kind'],
  });
});

test('a tab is chosen before what is in it', () => {
  const wanted = stateOf({ number: '555' }, { tabs: { way: 'call' } });
  expect(walk(wanted).steps).toEqual(['choose-tab call', 'number']);
});

test('an instance is added once those before it are filled', () => {
  expect(walk(stateOf({ vet: 'Ann', vet_2: 'Bob' })).steps).toEqual(['vet', 'add', 'vet_2']);
});

test('an instance is added without an answer where the count asks for it', () => {
  expect(walk(stateOf({}, { counts: { vets: 2 } })).steps).toEqual(['add']);
});

test('a confirmation is opened once something in it, a part of a widget included, is to be answered', () => {
  expect(walk(stateOf({ born_month: '3', born_year: '1990' }))).toEqual({
    steps: ['open', 'born_month'],
    left: [],
  });
});
