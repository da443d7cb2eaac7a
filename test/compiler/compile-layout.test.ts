import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { addAnothersOf } from '#form/definition/form-part.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { compileTiny, compileTinyWith, questionOf, tinyFile, tinyFormWith } from './tiny-form.ts';

const tiny = compileTiny();
const question = (key: string) => questionOf(tiny, key);
const [you, pets] = tiny.definition.pages;
const MORE_PETS = 'pages/pets.ui.json#/ui:layout/1/children/0';

describe('a compiled layout', () => {
  it('shows a question unless an enclosing node is hidden', () => {
    expect(question('name').visibleWhen).toBeUndefined();
    expect(question('pet_2_name').visibleWhen).toEqual({
      valueKey: 'has_pets',
      operator: 'equals',
      target: 'Y',
    });
    expect(question('motto').visibleWhen).toEqual({ valueKey: 'words', operator: 'equals', target: 'own' });
  });

  it('inlines named conditions', () => {
    expect(question('colors').visibleWhen).toEqual({
      not: {
        all: [
          { valueKey: 'home', operator: 'in', target: ['flat', 'tower'] },
          { valueKey: 'floor', operator: 'gte', target: 3 },
        ],
      },
    });
  });

  it('shows a switch case only while earlier cases are false', () => {
    const isHouse = { valueKey: 'home', operator: 'equals', target: 'house' };

    expect(question('floor').visibleWhen).toEqual({ ...isHouse, operator: 'notEquals' });
    expect(question('grown').visibleWhen).toEqual(isHouse);
  });

  it('clears a hidden node, each case and each tab separately', () => {
    expect(you?.clearing).toEqual([
      { when: { valueKey: 'home', operator: 'equals', target: 'house' }, keys: ['floor'] },
      { when: { valueKey: 'home', operator: 'notEquals', target: 'house' }, keys: ['grown'] },
      {
        when: {
          all: [
            { valueKey: 'home', operator: 'in', target: ['flat', 'tower'] },
            { valueKey: 'floor', operator: 'gte', target: 3 },
          ],
        },
        keys: ['colors'],
      },
      { when: { valueKey: 'words', operator: 'notEquals', target: 'own' }, keys: ['motto'] },
    ]);
  });

  it('gives every instance its own keys, in the same order', () => {
    const section = pets?.layout[1];
    const group = section?.kind === 'section' ? section.children[0] : undefined;

    expect(group).toMatchObject({ kind: 'addAnother', id: 'more_pets', max: 3 });
    expect(
      group?.kind === 'addAnother' ? group.instances.map(({ title, keys }) => [title, ...keys]) : [],
    ).toEqual([
      ['Pet 1', 'pet_name', 'pet_kind', 'pet_tail'],
      ['Pet 2', 'pet_2_name', 'pet_2_kind', 'pet_2_tail'],
      ['Pet 3', 'pet_3_name', 'pet_3_kind', 'pet_3_tail'],
    ]);
  });

  it('requires answers in further instances only once started', () => {
    const started = {
      any: ['pet_2_name', 'pet_2_kind', 'pet_2_tail'].map((valueKey) => ({ valueKey, operator: 'answered' })),
    };

    expect(question('pet_name')).toMatchObject({ required: true });
    expect(question('pet_2_name')).toMatchObject({ required: false, requiredWhen: started });
    expect(question('pet_2_tail').requiredWhen).toEqual({
      all: [started, { valueKey: 'pet_2_kind', operator: 'equals', target: 'cat' }],
    });
  });

  it('requires answers only in started instances if there may be none', () => {
    const none = compileTinyWith({ [`${MORE_PETS}/min`]: 0 });
    const section = none.definition.pages[1]?.layout[1];

    expect(section?.kind === 'section' ? section.children[0] : undefined).toMatchObject({ min: 0, max: 3 });
    expect(questionOf(none, 'pet_name')).toMatchObject({
      required: false,
      requiredWhen: {
        any: ['pet_name', 'pet_kind', 'pet_tail'].map((valueKey) => ({ valueKey, operator: 'answered' })),
      },
    });
  });

  it('lets a block use override labels and required questions', () => {
    expect(question('vet_name')).toMatchObject({ label: 'Vet', fullLabel: 'Vet: Vet', required: true });
    expect(question('vet_phone')).toMatchObject({ fullLabel: 'Vet: Phone', required: false });
    expect(question('second_vet_name')).toMatchObject({ fullLabel: 'Name', required: false });
    expect(question('second_vet_phone').required).toBe(true);
  });

  it('requires the block in as many instances as there always are', () => {
    const compiled = compileTinyWith({ [`${MORE_PETS}/min`]: 2 });
    expect(addAnothersOf(compiled.definition)[0]).toMatchObject({ min: 2, max: 3 });
    const required = ['pet_name', 'pet_2_name', 'pet_3_name'].map(
      (key) => questionOf(compiled, key).required,
    );
    expect(required).toEqual([true, true, false]);
  });

  it('shows and clears a conditional page as a whole', async () => {
    const named = { valueKey: 'nick', operator: 'answered' } as const;
    const compiled = compileTiny('default', withPets(named));
    const [, page] = compiled.definition.pages;
    expect(page).toMatchObject({ visibleWhen: named, layout: [{ kind: 'section', visibleWhen: named }] });
    expect(questionOf(compiled, 'has_pets').visibleWhen).toEqual(named);
    const cleared = { ...named, operator: 'notAnswered' };
    expect(page?.clearing).toContainEqual({ when: cleared, keys: Object.keys(page?.questions ?? {}) });
    expect((await proveSchemas(withPets(named))).faults).toEqual([]);
    const [fault] = (await proveSchemas(withPets({ all: [named, cleared] }))).faults;
    expect(fault).toMatchObject({ code: 'never-shown', found: 'the page "pets", which never shows' });
  });

  it('wraps a conditional block in a section', () => {
    expect(pets?.layout[3]).toMatchObject({
      kind: 'section',
      id: 'second_vet',
      visibleWhen: { valueKey: 'home', operator: 'notEquals', target: 'tower' },
    });
  });

  it('has the questions of a page in layout order', () => {
    const order = [
      'name',
      'nick',
      'born',
      'home',
      'floor',
      'grown',
      'colors',
      'motto',
      'move_month',
      'move_year',
    ];

    expect(Object.keys(you?.questions ?? {})).toEqual(order);
  });
});

describe('button targets in form.json', () => {
  it('are compiled if set', () => {
    const { definition } = compileTinyWith({
      'form.json#/pages/0/saveTo': 'pets',
      'form.json#/pages/1/backTo': 'you',
      'form.json#/submitErrorTo': 'you',
    });

    expect(definition).toMatchObject({
      submitErrorTo: 'you',
      pages: [{ saveTo: 'pets' }, { backTo: 'you' }],
    });
    expect(tiny.definition).not.toHaveProperty('submitErrorTo');
    expect(pets).not.toHaveProperty('backTo');
  });
});

describe.each([
  ['fullName', 'part of the full name'],
  ['sortName', 'part of the name under which an application is filed'],
] as const)('the %s in form.json', (member, use) => {
  it('is compiled in order, and absent if empty', () => {
    const { definition } = compileTinyWith({ [`form.json#/${member}`]: ['name', 'nick'] });
    expect(definition[member]).toEqual(['name', 'nick']);
    expect(tiny.definition).not.toHaveProperty(member);
  });

  it('names questions of the form', () => {
    const { faults } = compileSchemas(tinyFormWith({ [`form.json#/${member}`]: ['name', 'surname'] }));
    expect(faults.map(({ code, found }) => `${code}: ${found}`)).toEqual([
      `unknown-key: "surname" as ${use}`,
    ]);
  });
});

const withPets = (showWhen: object) => tinyFormWith({ 'form.json#/pages/1/showWhen': showWhen });

/** Returns autofill tokens of the tiny form with one in the block "pet", for an add-another with this setting. */
async function tokensWith(use: object, nextUse: object = {}) {
  const layout = tinyFile('pages/pets.ui.json');
  Object.assign(layout['ui:layout'][1].children[0], use);
  Object.assign(layout['ui:layout'][2], nextUse);
  const name = { 'ui:autocomplete': 'home given-name' };
  const compiled = compileTinyWith({ 'blocks/pet.ui.json#/name': name, 'pages/pets.ui.json': layout });
  return (key: string) => questionOf(compiled, key).ui['autocomplete'];
}

describe('autofill inside a block', () => {
  it('uses the section of the block use, one per instance', async () => {
    const token = await tokensWith({ autocompleteSection: 'animal' });
    expect(token('pet_name')).toBe('section-animal home given-name');
    expect(token('pet_2_name')).toBe('section-animal-2 home given-name');
    expect(token('pet_tail')).toBeUndefined();
  });

  it('is off where the use turns it off', async () => {
    const token = await tokensWith({ autocomplete: 'off' }, { autocomplete: 'off' });
    expect([token('pet_name'), token('pet_2_tail'), token('vet_phone')]).toEqual(['off', 'off', 'off']);
    expect(token('second_vet_phone')).toBeUndefined();
  });

  it("is the block's own where the use sets nothing", async () => {
    expect((await tokensWith({}))('pet_name')).toBe('home given-name');
  });
});
