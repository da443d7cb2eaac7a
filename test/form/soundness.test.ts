import { describe, expect, it, vi } from 'vitest';
import type { FormDefinition } from '#form/definition/definition.ts';
import {
  BadConfigError,
  formConfigFaults,
  requireSoundErrors,
  requireSoundForm,
} from '#form/definition/soundness.ts';
import { addAnother, form, nodes, page, question } from './build-definition.ts';

function pets(keys: readonly (readonly string[])[]): FormDefinition {
  const questions = keys.flat().map((key) => question(key));
  return form([page(questions, { layout: [addAnother('more', ...keys)] })]);
}

const many = Array.from({ length: 51 }, (_, index) => [index === 0 ? 'pet_name' : `pet_${index + 1}_name`]);
const both = form([page([question('name')]), page([question('name')], { id: 'second' })]);
const toGone = { targetKey: 'gone', targetKeys: ['gone'] };
const GONE = ['The page "first" names "gone", which is not a question, a tab group or a confirmation.'];
const OTHER_KEYS = ['The keys in "more" do not all begin with its prefix and the number of the instance.'];
const isNamed = { valueKey: 'name', operator: 'answered' } as const;
const whenGone = { ...isNamed, valueKey: 'gone' } as const;

describe('a compiled form', () => {
  it.each<readonly [string, FormDefinition, readonly string[]]>([
    ['asks what its layout places', form([page([question('name')])]), []],
    [
      'compares a stored label and a tab group',
      form([
        page([
          question('home', { companion: true }),
          question('name', { visibleWhen: { valueKey: 'home_desc', operator: 'answered' } }),
        ]),
      ]),
      [],
    ],
    ['asks a question on two pages', both, ['The question "name" is on several pages: "first", "second".']],
    ['places an unknown question', form([page([question('name')], { layout: nodes('name', 'gone') })]), GONE],
    [
      'compares an answer with an unknown one',
      form([
        page([
          question('until', { relations: [{ operator: 'gt', keys: ['until'], ...toGone, message: '' }] }),
        ]),
      ]),
      GONE,
    ],
    ['writes an unknown part', form([page([question('month', { parts: ['gone'] })])]), GONE],
    [
      'fills in an unknown question',
      form([page([question('name', { lookup: { category: 'schools', fills: { city: 'gone' } } })])]),
      GONE,
    ],
    [
      'clears an unknown question',
      form([page([question('name')], { clearing: [{ when: isNamed, keys: ['gone'] }] })]),
      GONE,
    ],
    [
      'compares an unknown question',
      form([page([question('name', { requiredWhen: { any: [{ not: whenGone }] } })])]),
      GONE,
    ],
    [
      'omits a question from its layout',
      form([page([question('name'), question('nick')], { layout: nodes('name') })]),
      ['The question "nick" is missing from the layout of the page "first".'],
    ],
    [
      'repeats a block with its prefix',
      pets([
        ['pet_name', 'pet_age'],
        ['pet_2_name', 'pet_2_age'],
        ['pet_3_name', 'pet_3_age'],
      ]),
      [],
    ],
    ['shows a block once', pets([['pet_name']]), []],
    ['repeats a block without questions', pets([[], []]), []],
    [
      'repeats a block with another prefix',
      pets([
        ['pet_name', 'pet_age'],
        ['pet_2_name', 'animal_2_age'],
      ]),
      OTHER_KEYS,
    ],
    ['repeats a block with another number', pets([['pet_name'], ['pet_3_name']]), OTHER_KEYS],
    ['repeats a block with other questions', pets([['pet_name'], ['pet_2_name', 'pet_2_age']]), OTHER_KEYS],
    ['repeats a block 51 times', pets(many), ['The block of "more" may appear 51 times; the most is 50.']],
  ])('that %s is reported', (_, definition, faults) => {
    expect(formConfigFaults(definition)).toEqual(faults);
  });

  it('is accepted if valid', () => {
    const warn = vi.fn<(sentence: string) => void>();
    expect(() => requireSoundForm(form([page([question('name')])]), warn)).not.toThrow();
    expect(warn).not.toHaveBeenCalled();
  });

  it('is rejected with all errors, after logging what is missing', () => {
    const warn = vi.fn<(sentence: string) => void>();
    expect(() => requireSoundForm(both, warn)).toThrow(BadConfigError);
    const toLost = form([page([]), page([question('name')], { id: 'second', layout: nodes('gone') })]);
    expect(() => requireSoundForm(toLost, warn)).toThrow(
      'The form configuration is invalid. The page "second" names "gone", which is not a question, a tab group or a confirmation. The question "name" is missing from the layout of the page "second".',
    );
    expect(warn.mock.calls).toEqual([['The page "first" has no questions.']]);
  });
});

describe('an error map', () => {
  const choice = form([page([question('home', { companion: true })])]);

  it.each([
    [
      'is on two pages',
      both,
      'name',
      'The error map names "name", which is asked on several pages: "first", "second".',
    ],
    ['is unknown', choice, 'gone', 'The error map names "gone", which is not a question of the form.'],
  ])('with a key that %s is rejected', (_, definition, key, fault) => {
    expect(() => requireSoundErrors(definition, [key], () => {})).toThrow(new BadConfigError([fault]));
  });

  it('with keys on one page each is accepted', () => {
    const log = vi.fn<(sentence: string) => void>();
    expect(() => requireSoundErrors(choice, ['home'], log)).not.toThrow();
    expect(log).not.toHaveBeenCalled();
  });

  it('with a key that is on no page is logged', () => {
    const log = vi.fn<(sentence: string) => void>();
    requireSoundErrors(choice, ['home_desc'], log);
    expect(log.mock.calls).toEqual([
      ['The error map names "home_desc", which is not on any page, so no link leads to it.'],
    ]);
  });
});
