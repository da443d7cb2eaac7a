import { describe, expect, it } from 'vitest';
import { compileTiny, questionOf, tinyFormWith } from './tiny-form.ts';

type Properties = Readonly<Record<string, object>>;

const PET = { name: { title: 'Name' }, got: { title: 'Got', format: 'date' } };

/** The tiny form with these questions on its first page and in its pets, and a full name. */
function compiled(you: Properties, pet: Properties = PET, uiOfYou: object = {}) {
  const keys = Object.keys(you).filter((key) => !key.endsWith('_year'));
  const files = {
    'form.json': {
      $schema: './meta/form.meta.json',
      title: 'Tiny form',
      pages: [
        { page: 'you', path: '/you', title: 'You' },
        { page: 'pets', path: '/pets', title: 'Pets' },
      ],
      defaultPage: 'you',
      greetingName: [],
      fullName: ['name'],
    },
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
    'blocks/pet.schema.json': schemaFile(pet),
    'blocks/pet.ui.json': { $schema: '../meta/ui.meta.json', 'ui:layout': Object.keys(pet) },
  };
  return compileTiny(
    'default',
    tinyFormWith(new Map(Object.entries(files).map(([name, file]) => [name, JSON.stringify(file)]))),
  );
}

function schemaFile(properties: Properties): object {
  return { $schema: '../meta/page.meta.json', type: 'object', properties };
}

const BORN = { title: 'Born', format: 'date' };

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
