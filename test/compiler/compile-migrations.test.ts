import { describe, expect, it } from 'vitest';
import type { AnswerMigrations } from '#form/definition/answer-migrations.ts';
import { compileTiny, compileTinyWith, type FormEdits, tinyFile } from './tiny-form.ts';

const PETS = 'pages/pets.ui.json';

function movesOf(edits: FormEdits, partner?: string): Partial<AnswerMigrations> {
  return compileTinyWith(edits, partner).definition.moves ?? {};
}

/** The former names or values of a question on the first page. */
function formerly(key: string, names: object): FormEdits {
  return { [`pages/you.schema.json#/properties/${key}/formerly`]: names };
}

function withPetNodes(change: (node: Readonly<Record<string, unknown>>) => object) {
  const text = JSON.stringify(tinyFile(PETS), (_name, value) =>
    value?.kind === 'addAnother' || value?.kind === 'block' ? { ...value, ...change(value) } : value,
  );
  return { [PETS]: JSON.parse(text) };
}

function retired(...entries: readonly object[]): FormEdits {
  const dated = entries.map((entry) => ({ when: '2026-11-22', answers: 'deleted', ...entry }));
  return { 'retired.json': { $schema: './meta/retired.meta.json', retired: dated } };
}

describe('compiled answer migrations', () => {
  it('are absent without former names', () => {
    expect(compileTiny().definition).not.toHaveProperty('moves');
    expect(movesOf(retired())).toEqual({});
  });

  it('map former keys of a question', () => {
    expect(movesOf(formerly('nick', ['short', 'pet_names'])).keys).toEqual({
      short: 'nick',
      pet_names: 'nick',
    });
  });

  it('map former values under the key that stored them', () => {
    const values = { lives_in: { a: 'flat' }, home: { hut: 'shed', shed: 'house' } };
    expect(movesOf(formerly('home', values))).toMatchObject({
      keys: { lives_in: 'home' },
      values: { lives_in: { a: 'flat' }, home: { hut: 'house', shed: 'house' } },
    });
    const adult = { adult: { Y: true } };
    expect(movesOf(formerly('grown', adult)).values).toEqual(adult);
  });

  it('map former option values for each question that offers them', () => {
    const options = [
      { value: 'cat', label: 'Cat', formerly: ['tom', 'C'] },
      { value: 'dog', label: 'Dog' },
    ];
    const { values } = movesOf({ 'options/kinds.json#/options': options });
    const map = { tom: 'cat', C: 'cat' };
    expect(values).toEqual({ pet_kind: map, pet_2_kind: map, pet_3_kind: map });
  });

  it('map values of a former key to current options', () => {
    const files = {
      ...formerly('home', { lives_in: { a: 'apartment' } }),
      'options/homes.json#/options/0/formerly': ['apartment'],
    };
    expect(movesOf(files).values).toEqual({ lives_in: { a: 'flat' }, home: { apartment: 'flat' } });
  });

  it('map every key of a former prefix, in each instance', () => {
    const files = withPetNodes(({ kind }) =>
      kind === 'addAnother' ? { formerly: { id: ['animals'], prefix: ['animal_'] } } : {},
    );
    const { keys, groups } = movesOf(files);
    expect(groups).toEqual({ animals: 'more_pets' });
    expect(keys).toEqual({
      animal_name: 'pet_name',
      animal_kind: 'pet_kind',
      animal_tail: 'pet_tail',
      animal_2_name: 'pet_2_name',
      animal_2_kind: 'pet_2_kind',
      animal_2_tail: 'pet_2_tail',
      animal_3_name: 'pet_3_name',
      animal_3_kind: 'pet_3_kind',
      animal_3_tail: 'pet_3_tail',
    });
  });

  it('map a former key under each current and former prefix of its block', () => {
    const files = {
      'blocks/vet.schema.json#/properties/vet_phone/formerly': ['vet_fax'],
      ...withPetNodes(({ prefix }) => (prefix === 'second_' ? { formerly: ['other_'] } : {})),
    };
    expect(movesOf(files).keys).toEqual({
      vet_fax: 'vet_phone',
      other_vet_name: 'second_vet_name',
      second_vet_fax: 'second_vet_phone',
      other_vet_phone: 'second_vet_phone',
      other_vet_fax: 'second_vet_phone',
    });
  });

  it('map former IDs of tab groups and tabs', () => {
    const ui = tinyFile('pages/you.ui.json');
    const text = JSON.stringify(ui, (_name, value) => {
      if (value?.kind === 'tabs') return { ...value, formerly: ['sayings'] };
      return value?.id === 'own' ? { ...value, formerly: ['mine'] } : value;
    });
    expect(movesOf({ 'pages/you.ui.json': JSON.parse(text) })).toMatchObject({
      groups: { sayings: 'words' },
      tabs: { words: { mine: 'own' } },
    });
  });

  it('list retired names with the handling of their answers', () => {
    const files = retired(
      { key: 'fax' },
      { key: 'home', value: 'tent', answers: 'kept' },
      { options: 'colors', value: 'grey' },
      { tabs: 'words', tab: 'theirs' },
      { tabs: 'sayings', answers: 'kept' },
      { prefix: 'work_', keys: ['street'] },
      { key: 'telex', partners: ['other'] },
    );
    expect(movesOf(files)).toMatchObject({
      retired: { fax: 'deleted', work_street: 'deleted' },
      retiredValues: { home: { tent: 'kept' }, colors: { grey: 'deleted' } },
      retiredGroups: { sayings: 'kept' },
      retiredTabs: { words: { theirs: 'deleted' } },
    });
    expect(movesOf(files).retired).not.toHaveProperty('telex');
    expect(movesOf(files, 'other').retired).toHaveProperty('telex');
  });

  it('list the keys of every instance of a retired add-another', () => {
    const { retired: keys, retiredGroups } = movesOf(
      retired({ addAnother: 'more_cars', prefix: 'car_', keys: ['name'] }),
    );
    expect(retiredGroups).toEqual({ more_cars: 'deleted' });
    expect(Object.keys(keys ?? {})).toHaveLength(50);
    expect(keys).toMatchObject({ car_name: 'deleted', car_50_name: 'deleted' });
  });
});
