import { describe, expect, it } from 'vitest';
import { movesOf } from '#compiler/changes/no-moves.ts';
import type { FormDefinition, Question } from '#form/definition/definition.ts';
import { renewSpecified } from '#scripts/accept/renew-specified.ts';
import { readSpecified, type Specified } from '#scripts/accept/specified.ts';
import { form, page, question } from '#test/form/build-definition.ts';

const LETTERS = ['a', 'b'].map((value) => ({ value, label: value }));
const name = question('name', { label: 'Name', required: true });
const zip = question('zip', { constraints: { minLength: 5 }, messages: { minLength: 'Five at least.' } });
const letter = question('letter_toy', { options: 'letters' });
const CARD = { ...page([name], { id: 'card' }), submitLabel: 'Send' };

const SPECIFIED: Specified = {
  pages: [
    {
      id: 'first',
      path: '/first',
      title: 'first',
      questions: ['name', 'zip', 'letter_{partner.short_name}'],
    },
  ],
  cards: { card: ['name'] },
  labels: { name: 'Name', zip: 'The …' },
  offered: { 'letter_{partner.short_name}': ['a', 'b'] },
  sentences: [],
  at: '2026-11-21T12:00:00Z',
  complete: { name: 'Ada' },
  rules: {
    'the name': { given: {}, cases: { 'is required': { given: { name: '' }, wrong: { name: true } } } },
    'the ZIP code': {
      given: { 'letter_{partner.short_name}': 'a' },
      cases: {
        'may be missing': { given: {}, wrong: {} },
        'has five characters': { given: { zip: '123' }, wrong: { zip: 'Five at least.' } },
      },
    },
    'the card': { card: 'card', given: {}, cases: { empty: { given: { name: '' }, wrong: { name: true } } } },
  },
};

function formOf(...questions: readonly Question[]): FormDefinition {
  return form([page(questions)], { options: { letters: LETTERS } });
}

function renewed(definition: FormDefinition, cards: Record<string, typeof CARD> = { card: CARD }) {
  return renewSpecified(SPECIFIED, { definition, cards, shortName: 'toy' });
}

describe('what is specified, beside the questionnaire', () => {
  it('differs in nothing when the questionnaire asks more, and requires it', () => {
    const more = question('more', { required: true });
    expect(renewed(formOf(more, name, zip, letter))).toEqual({
      specified: SPECIFIED,
      changes: [],
      renamed: [],
    });
    expect(renewed(formOf(name, zip, { ...letter, required: true })).changes).toEqual([]);
  });

  it('names a question that is gone or elsewhere, and leaves it out', () => {
    const moved = form([page([name, letter]), page([zip], { id: 'second' })], {
      options: { letters: LETTERS },
    });
    expect(renewed(moved).changes).toEqual([
      'Moved: the question "zip" from the page "first" to the page "second".',
    ]);
    const { specified, changes } = renewed(formOf(name, zip));
    expect(changes).toEqual(['Removed: the question "letter_{partner.short_name}" of the page "first".']);
    expect(specified.pages[0]?.questions).toEqual(['name', 'zip']);
    expect(specified.offered).toEqual({});
  });

  it('takes what `formerly` renames for the same question and the same option', () => {
    const toys = ['one', 'b'].map((value) => ({ value, label: value }));
    const definition = {
      ...form([page([name, { ...zip, key: 'postcode' }, { ...letter, key: 'sign_toy' }])], {
        options: { letters: toys },
      }),
      moves: {
        ...movesOf(formOf()),
        keys: { zip: 'postcode', letter_toy: 'sign_toy' },
        values: { letter_toy: { a: 'one' } },
      },
    };
    const { specified, changes, renamed: names } = renewed(definition);
    expect(changes).toEqual([]);
    expect(names).toEqual([
      'Renamed: the question "zip" is "postcode".',
      'Renamed: the question "letter_{partner.short_name}" is "sign_{partner.short_name}".',
      'Renamed: the option "a" of "sign_{partner.short_name}" is "one".',
    ]);
    expect(specified.pages[0]?.questions).toEqual(['name', 'postcode', 'sign_{partner.short_name}']);
    expect(specified.labels).toEqual({ name: 'Name', postcode: 'The …' });
    expect(specified.offered).toEqual({ 'sign_{partner.short_name}': ['one', 'b'] });
    expect(specified.rules['the ZIP code']).toEqual({
      given: { 'sign_{partner.short_name}': 'one' },
      cases: {
        'may be missing': { given: {}, wrong: {} },
        'has five characters': { given: { postcode: '123' }, wrong: { postcode: 'Five at least.' } },
      },
    });
    const again = renewSpecified(specified, { definition, cards: { card: CARD }, shortName: 'toy' });
    expect(again).toEqual({ specified, changes: [], renamed: [] });
  });

  it('names a page that is gone, elsewhere or called otherwise', () => {
    const [first] = formOf(name, zip, letter).pages;
    if (!first) throw new Error('The form has a page.');
    expect(renewed(form([{ ...first, title: 'One' }], { options: { letters: LETTERS } })).changes).toEqual([
      'Changed: the title of the page "first" from "first" to "One".',
    ]);
    expect(renewed(form([{ ...first, path: '/one' }], { options: { letters: LETTERS } })).changes).toEqual([
      'Changed: the path of the page "first" from /first to /one.',
    ]);
    expect(renewed(form([{ ...first, id: 'one' }], { options: { letters: LETTERS } })).changes).toContain(
      'Removed: the page "first".',
    );
  });

  it('names labels and options that changed', () => {
    const changed = formOf({ ...name, label: 'Names' }, { ...zip, fullLabel: 'ZIP' }, letter);
    expect(renewed({ ...changed, options: { letters: LETTERS.slice(0, 1) } }).changes).toEqual([
      'Changed: the label of "name" from "Name" to "Names".',
      'Changed: the label of "zip" from "The …" to "ZIP".',
      'Removed: the option "b" of "letter_{partner.short_name}".',
    ]);
  });

  it('names what is right or wrong now, and the sentences that are said', () => {
    const { specified, changes } = renewed(
      formOf({ ...name, required: false }, { ...zip, messages: { minLength: 'Five.' } }, letter),
    );
    expect(changes).toEqual([
      'Changed: the name, is required: "name" was wrong, now it is right.',
      'Changed: the sentence for "zip" from “Five at least.” to “Five.”.',
    ]);
    expect(specified.rules['the ZIP code']?.cases['has five characters']?.wrong).toEqual({ zip: 'Five.' });
    const needed = formOf(
      name,
      { ...zip, requiredWhen: { valueKey: 'letter_toy', operator: 'answered' } },
      letter,
    );
    expect(renewed(needed).changes[0]).toMatch(
      /^Changed: the ZIP code, may be missing: "zip" was right, now it is/,
    );
  });

  it('judges cards', () => {
    const empty = { ...page([], { id: 'card' }), submitLabel: 'Send' };
    expect(renewed(formOf(name, zip, letter), { card: empty }).changes).toEqual([
      'Removed: the question "name" of the card "card".',
      'Changed: the card, empty: "name" was wrong, now it is right.',
    ]);
  });

  it('finds nothing more to accept once it is accepted', () => {
    const shipped = { definition: formOf({ ...name, required: false }, letter), cards: {}, shortName: 'toy' };
    const accepted = renewSpecified(SPECIFIED, shipped);
    expect(accepted.changes.length).toBeGreaterThan(3);
    expect(renewSpecified(accepted.specified, shipped)).toEqual({ ...accepted, changes: [] });
  });
});

describe('docs/specified.json', () => {
  it('names each question once', () => {
    const keys = readSpecified().pages.flatMap(({ questions }) => questions);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});
