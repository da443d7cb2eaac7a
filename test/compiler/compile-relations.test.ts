import { describe, expect, it } from 'vitest';
import { compileValidators } from '#compiler/emit/compile-validators.ts';
import { validateAnswers } from '#form/validation/validate-answers.ts';
import { compileTinyWith, questionOf } from './tiny-form.ts';

type Properties = Readonly<Record<string, object>>;

const PET = { name: { title: 'Name' }, got: { title: 'Got', format: 'date' } };

/** The tiny form with these questions on its first page and in its pets, and a full name. */
function compiled(you: Properties, pet: Properties = PET, uiOfYou: object = {}, block = schemaFile(pet)) {
  const keys = Object.keys(you).filter((key) => !key.endsWith('_year'));
  return compileTinyWith({
    'form.json#/greetingName': [],
    'form.json#/fullName': ['name'],
    'pages/you.schema.json': schemaFile({ name: { title: 'Name' }, ...you }),
    'pages/you.ui.json': { $schema: '../meta/ui.meta.json', 'ui:layout': ['name', ...keys], ...uiOfYou },
    'pages/pets.schema.json': schemaFile({ has: { title: 'Has Pets', options: 'yes-no' } }),
    'pages/pets.ui.json': {
      $schema: '../meta/ui.meta.json',
      'ui:layout': [
        'has',
        {
          kind: 'addAnother',
          id: 'pets',
          label: 'Add',
          block: 'pet',
          prefix: 'pet_',
          max: 2,
          title: 'Pet {n}',
          messagePrefix: 'Pet {n}: ',
        },
      ],
    },
    'blocks/pet.schema.json': block,
    'blocks/pet.ui.json': { $schema: '../meta/ui.meta.json', 'ui:layout': Object.keys(block.properties) },
  });
}

function schemaFile(properties: Properties) {
  return { $schema: '../meta/page.meta.json', type: 'object', properties };
}

const BORN = { title: 'Born', format: 'date' };

const isNamed = { valueKey: 'name', operator: 'answered' };
/** Marks a layout whose group has a condition. */
const WHILE_NAMED = 'while named';

function hides(key: string) {
  return { question: key, hideWhen: isNamed };
}

describe('a group of which one question must be answered', () => {
  const group = { keys: ['cell', 'landline', 'abroad'], errorMessage: 'Enter at least one number.' };
  const you = { cell: { title: 'Cell' }, landline: { title: 'Home' }, abroad: { title: 'Abroad' } };
  const all = ['cell', 'landline', 'abroad'];
  const formOf = (layout: readonly unknown[]) => {
    const [when] = layout.flatMap((node) => (node === WHILE_NAMED ? { when: isNamed } : []));
    return compileTinyWith({
      'pages/pets.schema.json': { ...schemaFile(you), atLeastOne: [{ ...group, ...when }] },
      'pages/pets.ui.json': {
        $schema: '../meta/ui.meta.json',
        'ui:layout': layout.filter((node) => node !== WHILE_NAMED),
      },
    });
  };

  it.each([
    ['the first', all, {}, ['cell']],
    ['none, once one is answered', all, { abroad: '1' }, []],
    ['the first in the layout', ['abroad', 'landline', 'cell'], {}, ['abroad']],
    [
      'the second while the first is hidden',
      [hides('cell'), 'landline', 'abroad'],
      { name: 'Ada' },
      ['landline'],
    ],
    ['the first once it shows', [hides('cell'), 'landline', 'abroad'], {}, ['cell']],
    ['none while all are hidden', all.map(hides), { name: 'Ada' }, []],
    ['the first while the condition of the group is true', [...all, WHILE_NAMED], { name: 'Ada' }, ['cell']],
    ['none while it is false', [...all, WHILE_NAMED], {}, []],
  ])('has the message at %s', (_, layout, answers, expected) => {
    const { definition } = formOf(layout);
    const page = definition.pages.find(({ id }) => id === 'pets');
    const validators = compileValidators(definition);
    const state = { answers, tabs: {}, counts: {} };
    const errors = validateAnswers({ definition, page, state, validators, now: new Date() });
    expect(errors).toEqual(Object.fromEntries(expected.map((key) => [key, [group.errorMessage]])));
  });

  it('in an optional instance counts once something there is answered', () => {
    const pet = { ...schemaFile({ ...PET, tag: { title: 'Tag' }, chip: { title: 'Chip' } }) };
    const block = { ...pet, atLeastOne: [{ keys: ['tag', 'chip'], errorMessage: 'Name one.' }] };
    const { requiredWhen } = questionOf(compiled({}, PET, {}, block), 'pet_2_tag');
    const open = ['pet_2_name', 'pet_2_got', 'pet_2_tag', 'pet_2_chip'];
    expect(requiredWhen).toEqual({
      all: [
        { any: open.map((valueKey) => ({ valueKey, operator: 'answered' })) },
        { valueKey: 'pet_2_chip', operator: 'notAnswered' },
      ],
    });
  });
});

describe('a relation', () => {
  it.each([
    ['after', 'gt', 'Moved must be after Born'],
    ['notBefore', 'gte', 'Moved must not be before Born'],
    ['before', 'lt', 'Moved must be before Born'],
    ['notAfter', 'lte', 'Moved must not be after Born'],
    ['sameAs', 'equals', 'Moved must be the same as Born'],
    ['differentFrom', 'notEquals', 'Moved must be different from Born'],
  ])('%s has the operator %s and the sentence "%s"', (word, operator, message) => {
    const form = compiled({ born: BORN, moved: { ...BORN, title: 'Moved', [word]: 'born' } });
    expect(questionOf(form, 'moved').relations).toEqual([
      { operator, keys: ['moved'], targetKey: 'born', targetKeys: ['born'], message },
    ]);
    expect(questionOf(form, 'born').relations).toBeUndefined();
  });

  it.each([
    ['after', 'Adults must be greater than Children'],
    ['notBefore', 'Adults must be greater than or equal to Children'],
    ['before', 'Adults must be less than Children'],
    ['notAfter', 'Adults must be less than or equal to Children'],
  ])('%s has number wording for numbers', (word, message) => {
    const form = compiled({
      children: { title: 'Children', type: 'integer' },
      adults: { title: 'Adults', type: 'integer', [word]: 'children' },
    });
    expect(questionOf(form, 'adults').relations?.map((relation) => relation.message)).toEqual([message]);
  });

  it('uses the general message of the question by default', () => {
    const moved = { ...BORN, after: 'born', errorMessage: '{label} is odd.' };
    const form = compiled({ born: BORN, moved: { ...moved, title: 'Moved' } });
    expect(questionOf(form, 'moved').relations?.map(({ message }) => message)).toEqual(['Moved is odd.']);
  });

  it('in a block refers to its own instance, then to the form', () => {
    const pet = {
      got: { ...BORN, title: 'Got', after: 'born' },
      left: { ...BORN, title: 'Left', notBefore: 'got' },
    };
    const form = compiled({ born: BORN }, pet);
    expect(questionOf(form, 'pet_2_left').relations).toEqual([
      {
        operator: 'gte',
        keys: ['pet_2_left'],
        targetKey: 'pet_2_got',
        targetKeys: ['pet_2_got'],
        message: 'Pet 2: Left must not be before Got',
      },
    ]);
    expect(questionOf(form, 'pet_2_got').relations).toMatchObject([
      { targetKey: 'born', message: 'Pet 2: Got must be after Born' },
    ]);
  });

  it('refers to other instances by number from outside', () => {
    const form = compiled({ moved: { ...BORN, title: 'Moved', after: 'pet_2_got' } });
    expect(questionOf(form, 'moved').relations).toMatchObject([
      { targetKey: 'pet_2_got', message: 'Moved must be after Pet 2: Got' },
    ]);
  });

  it('compares a month after its year', () => {
    const month = { options: 'months' };
    const form = compiled(
      {
        from: { title: 'From', ...month },
        from_year: { title: 'From', options: 'years' },
        to: { title: 'To', ...month, notBefore: 'from' },
        to_year: { title: 'To', options: 'years', notBefore: 'from' },
      },
      PET,
      {
        from: { 'ui:widget': 'monthYear', 'ui:parts': ['from_year'] },
        to: { 'ui:widget': 'monthYear', 'ui:parts': ['to_year'] },
      },
    );
    const [both, year] = ['to', 'to_year'].map((key) => questionOf(form, key).relations?.[0]);
    const targetKeys = ['from_year', 'from'];
    expect(both).toMatchObject({ keys: ['to_year', 'to'], targetKey: 'from', targetKeys });
    expect(year).toMatchObject({ keys: ['to_year'], targetKey: 'from', targetKeys });
  });
});

describe('a notice', () => {
  it('has its condition, the failed comparison, and its text with both labels', () => {
    const when = { valueKey: 'has', operator: 'equals', target: 'Y' };
    const notices = [{ when, notBefore: 'born', text: '{label} is before {other}.' }, { text: 'So be it.' }];
    const form = compiled({ born: BORN, moved: { ...BORN, title: 'Moved', notices } });
    const comparison = { operator: 'gte', keys: ['moved'], targetKey: 'born', targetKeys: ['born'] };
    expect(questionOf(form, 'moved').notices).toEqual([
      { when, comparison, text: 'Moved is before Born.' },
      { text: 'So be it.' },
    ]);
  });

  it('has the keys of the full name', () => {
    const notices = [{ unlike: 'fullName', text: 'Not your name.' }];
    const form = compiled({ signature: { title: 'Signature', notices } });
    expect(questionOf(form, 'signature').notices).toEqual([{ unlike: ['name'], text: 'Not your name.' }]);
  });
});
