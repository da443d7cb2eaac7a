import { describe, expect, it } from 'vitest';
import { compileTiny, compileTinyWith, questionOf, tinyFormWith } from './tiny-form.ts';

const columns = { id: 'Code', name: 'Name', city: 'City', state: 'State', zip: 'ZIP' };
const SCHOOLS = { 'directories/hs_ceeb.json': { $schema: '../meta/directory.meta.json', columns } };
const lookup = (fills: object) => ({ 'ui:widget': 'school', 'ui:category': 'hs_ceeb', 'ui:fills': fills });

describe('a question with its own lookup directory', () => {
  const entry = {
    'ui:widget': 'directory',
    'ui:category': 'shelters',
    'ui:fills': { name: 'name', code: 'kind' },
  };

  it('names the directory file and the filled columns', () => {
    const directory = { $schema: '../meta/directory.meta.json', columns: { id: 'Code', name: 'Shelter' } };
    const files = { 'blocks/pet.ui.json#/name': entry, 'directories/shelters.json': directory };

    expect(questionOf(compileTinyWith(files), 'pet_2_name').lookup).toEqual({
      category: 'shelters',
      fills: { name: 'pet_2_name', code: 'pet_2_kind' },
    });
  });
});

describe('a lookup question', () => {
  it('fills in questions of its own instance, under their final keys', () => {
    const name = lookup({ name: 'name', state: 'kind' });
    const compiled = compileTinyWith({ ...SCHOOLS, 'blocks/pet.ui.json#/name': name });
    expect(questionOf(compiled, 'pet_name').lookup).toEqual({
      category: 'hs_ceeb',
      fills: { name: 'pet_name', state: 'pet_kind' },
    });
    const { lookup: second, ui } = questionOf(compiled, 'pet_2_name');
    expect(second?.fills).toEqual({ name: 'pet_2_name', state: 'pet_2_kind' });
    expect(ui).not.toHaveProperty('fills');
  });

  it('fills in nested blocks, without questions of other partners', () => {
    const folder = tinyFormWith({
      ...SCHOOLS,
      'blocks/vet.ui.json#/vet_name': lookup({ name: 'vet_name', zip: 'of_club', city: 'of_club_number' }),
      'blocks/vet.ui.json#/ui:layout/+0': { kind: 'block', block: 'club', prefix: 'of_' },
    });
    const here = questionOf(compileTiny('default', folder), 'vet_name').lookup?.fills;
    const there = questionOf(compileTiny('other', folder), 'vet_name').lookup?.fills;
    expect(here).toEqual({ name: 'vet_name', zip: 'of_club' });
    expect(there).toEqual({ name: 'vet_name', zip: 'of_club', city: 'of_club_number' });
  });
});

describe('the state of residence', () => {
  it('is the answer to the question named by the form', () => {
    expect(compileTiny().definition).not.toHaveProperty('homeState');
    expect(compileTinyWith({ 'form.json#/homeState': 'home' }).definition.homeState).toBe('home');
  });
});
