import * as fc from '#test/support/random.ts';
import { describe, expect, it } from 'vitest';
import type { Answers, Condition } from '#form/definition/definition.ts';
import { formProgress } from '#form/progress/progress.ts';
import {
  nextSection,
  type SectionProgress,
  sectionState,
  type SectionState,
} from '#form/progress/section-progress.ts';
import { validateAnswers, type ValidationErrors } from '#form/validation/validate-answers.ts';
import { wrongQuestions } from '#form/validation/wrong-questions.ts';
import { addAnother, form, nodes, page, question, stateOf, tabs } from './build-definition.ts';
import { realDefinition, realState, realValidators } from './real-definition.ts';
import { rounds } from '#test/support/volume.ts';

const isYes: Condition = { valueKey: 'pet', operator: 'equals', target: 'Y' };
const section = (id: string, ...keys: readonly string[]) =>
  ({ kind: 'section', id, title: id, children: nodes(...keys) }) as const;

const definition = form([
  page(
    [
      question('given', { required: true }),
      question('family', { required: true }),
      question('nick'),
      question('pet', { required: true }),
      question('pet_name', { required: true, visibleWhen: isYes }),
      question('month', { required: true, parts: ['year'] }),
      question('year', { required: true, partOf: 'month' }),
    ],
    {
      id: 'one',
      layout: [
        section('name', 'given', 'family'),
        section('Other_Names', 'nick'),
        { ...section('pet', 'pet'), children: [...nodes('pet'), section('pet-inside', 'month')] },
        { kind: 'section', id: 'untitled', visibleWhen: isYes, children: [section('pets', 'pet_name')] },
      ],
      clearing: [{ when: { not: isYes }, keys: ['pet_name'] }],
    },
  ),
  page([question('east', { required: true }), question('west'), question('kid'), question('last')], {
    id: 'two',
    layout: [
      {
        ...tabs('way', ['east'], []),
        tabs: [
          { id: 'east', title: 'East', children: [section('eastern', 'east')] },
          { id: 'west', title: 'West', children: [section('western', 'west')] },
        ],
      },
      { ...addAnother('kids', ['kid']), instances: [] },
      { kind: 'confirm', id: 'more', trigger: 'button', label: 'More', children: [section('kid', 'kid')] },
      section('last', 'last'),
    ],
  }),
]);

const sectionsWith = (answers: Answers, tab = 'east'): readonly SectionProgress[] =>
  formProgress(definition, stateOf(answers, { tabs: { way: tab } })).sections;
const named = (sections: readonly SectionProgress[]) => sections.map(({ anchor }) => anchor);
const find = (answers: Answers, anchor: string): SectionProgress => {
  const found = sectionsWith(answers).find((one) => one.anchor === anchor);
  if (!found) throw new Error(`The section ${anchor} is not shown.`);
  return found;
};

describe('the sections of a form', () => {
  it.each<[string, Answers, string, readonly string[]]>([
    ['the top-level ones with anchors', {}, 'east', ['name', 'other-names', 'pet', 'eastern', 'last']],
    [
      'those with visible ancestors',
      { pet: 'Y' },
      'east',
      ['name', 'other-names', 'pet', 'pets', 'eastern', 'last'],
    ],
    ['those in the chosen tab', {}, 'west', ['name', 'other-names', 'pet', 'western', 'last']],
    [
      'those in an open confirmation',
      { kid: 'Bo' },
      'west',
      ['name', 'other-names', 'pet', 'western', 'kid', 'last'],
    ],
  ])('are %s', (_, answers, tab, anchors) => {
    expect(named(sectionsWith(answers, tab))).toEqual(anchors);
  });

  it('count the visible questions of nested sections', () => {
    expect(find({ month: '05' }, 'pet')).toMatchObject({
      required: 2,
      open: ['pet', 'month'],
      isStarted: true,
    });
  });
});

describe('the state of a section', () => {
  it.each<[string, Answers, ValidationErrors, SectionState]>([
    ['name', {}, {}, { kind: 'untouched', isOptional: false }],
    ['name', { given: 'Ada' }, {}, { kind: 'started', open: 1 }],
    ['name', { given: 'Ada', family: 'L' }, {}, { kind: 'complete' }],
    ['name', { given: 'Ada', family: 'L' }, { family: ['.'] }, { kind: 'toFix', wrong: 1 }],
    ['name', {}, { given: ['.'], family: ['.'], pet: ['.'] }, { kind: 'toFix', wrong: 2 }],
    ['other-names', {}, {}, { kind: 'untouched', isOptional: true }],
    ['other-names', { nick: 'A' }, {}, { kind: 'complete' }],
    ['pet', { pet: 'N', month: '05' }, { month: ['.'], year: ['.'] }, { kind: 'toFix', wrong: 1 }],
  ])('%s with %j and the errors %j is %j', (anchor, answers, errors, state) => {
    expect(sectionState(find(answers, anchor), errors)).toEqual(state);
  });
});

describe('the section to continue', () => {
  const all = { given: 'Ada', family: 'L', pet: 'N', month: '05', year: '2020', east: 'x' };

  it.each<[string, Answers, ValidationErrors, string | undefined]>([
    ['is the first if nothing is answered', {}, {}, 'name'],
    ['is the started one', { given: 'Ada' }, {}, 'name'],
    ['skips complete sections and those without requirements', { given: 'A', family: 'L' }, {}, 'pet'],
    ['is not an earlier skipped one', { pet: 'N' }, {}, 'pet'],
    ['is a skipped one, once all later ones are done', { ...all, given: '' }, {}, 'name'],
    ['is one with errors', all, { pet: ['.'] }, 'pet'],
    ['is undefined if nothing is missing', all, {}, undefined],
  ])('%s', (_, answers, errors, anchor) => {
    expect(nextSection(sectionsWith(answers), errors)?.anchor).toBe(anchor);
  });
});

describe("in the university's form", () => {
  it('sections are complete, open and invalid like their questions, for any answers', async () => {
    const real = realDefinition();
    const validators = await realValidators(real);
    const now = new Date('2026-11-01T12:00:00Z');
    fc.assert(
      fc.property(realState(real), (state) => {
        const errors = validateAnswers({ definition: real, state, validators, now });
        const { pages, sections, total } = formProgress(real, state, (key) => !Object.hasOwn(errors, key));
        const states = sections.map((one) => sectionState(one, errors));
        const wrong = states.map((one) => (one.kind === 'toFix' ? one.wrong : 0));

        expect(sections.flatMap(({ open }) => open)).toEqual(total.open);
        expect(wrong.reduce((sum, one) => sum + one, 0)).toBe(wrongQuestions(real, errors).length);
        expect(
          sections.filter((_, index) => states[index]?.kind === 'complete' && !sections[index]?.isComplete),
        ).toEqual([]);
        const isAllRight = Object.keys(errors).length === 0;
        const isComplete = Object.values(pages).every((one) => one.isComplete);
        expect(isComplete, 'complete is what Submit accepts').toBe(isAllRight);
        expect(nextSection(sections, errors) === undefined).toBe(isAllRight);
      }),
      { numRuns: rounds(20, 200) },
    );
  });
});
