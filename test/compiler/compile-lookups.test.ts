import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileTiny, questionOf, TINY_FORM, tinyFormWith } from './tiny-form.ts';

const columns = { id: 'Code', name: 'Name', city: 'City', state: 'State', zip: 'ZIP' };
const SCHOOLS = JSON.stringify({ $schema: '../meta/directory.meta.json', columns });

/** The tiny form with replaced texts in a file. */
function tinyFormWithTexts(sayings: readonly (readonly [file: string, before: string, after: string])[]) {
  const files = new Map<string, string>();
  for (const [file, before, after] of sayings) {
    const text = files.get(file) ?? readFileSync(path.join(TINY_FORM, file), 'utf8');
    expect(text).toContain(before);
    files.set(
      file,
      text.replace(before, () => after),
    );
  }
  files.set('directories/hs_ceeb.json', SCHOOLS);
  return tinyFormWith(files);
}

const KINDS = '"ui:layout": ["name", "kind", "tail"]';
const lookup = (fills: object) =>
  `"name": {"ui:widget": "school", "ui:category": "hs_ceeb", "ui:fills": ${JSON.stringify(fills)}}`;

describe('a question with its own lookup directory', () => {
  const entry = {
    'ui:widget': 'directory',
    'ui:category': 'shelters',
    'ui:fills': { name: 'name', code: 'kind' },
  };

  it('names the directory file and the filled columns', () => {
    const folder = tinyFormWithTexts([
      ['blocks/pet.ui.json', KINDS, `${KINDS}, "name": ${JSON.stringify(entry)}`],
    ]);
    const directory = { $schema: '../meta/directory.meta.json', columns: { id: 'Code', name: 'Shelter' } };
    writeFileSync(path.join(folder, 'directories/shelters.json'), JSON.stringify(directory));

    expect(questionOf(compileTiny('default', folder), 'pet_2_name').lookup).toEqual({
      category: 'shelters',
      fills: { name: 'pet_2_name', code: 'pet_2_kind' },
    });
  });
});

describe('a lookup question', () => {
  it('fills in questions of its own instance, under their final keys', () => {
    const folder = tinyFormWithTexts([
      ['blocks/pet.ui.json', KINDS, `${KINDS}, ${lookup({ name: 'name', state: 'kind' })}`],
    ]);
    const compiled = compileTiny('default', folder);
    expect(questionOf(compiled, 'pet_name').lookup).toEqual({
      category: 'hs_ceeb',
      fills: { name: 'pet_name', state: 'pet_kind' },
    });
    const { lookup: second, ui } = questionOf(compiled, 'pet_2_name');
    expect(second?.fills).toEqual({ name: 'pet_2_name', state: 'pet_2_kind' });
    expect(ui).not.toHaveProperty('fills');
  });

  it('fills in nested blocks, without questions of other partners', () => {
    const clubs = '"ui:layout": [';
    const folder = tinyFormWithTexts([
      [
        'blocks/vet.ui.json',
        clubs,
        `"vet_name": ${lookup({ name: 'vet_name', zip: 'club', city: 'club_number' }).slice(8)}, ${clubs}`,
      ],
      ['blocks/vet.ui.json', clubs, `${clubs} { "kind": "block", "block": "club", "prefix": "of_" },`],
      ['blocks/vet.ui.json', '"zip":"club"', '"zip":"of_club"'],
      ['blocks/vet.ui.json', '"city":"club_number"', '"city":"of_club_number"'],
    ]);
    const here = questionOf(compileTiny('default', folder), 'vet_name').lookup?.fills;
    const there = questionOf(compileTiny('other', folder), 'vet_name').lookup?.fills;
    expect(here).toEqual({ name: 'vet_name', zip: 'of_club' });
    expect(there).toEqual({ name: 'vet_name', zip: 'of_club', city: 'of_club_number' });
  });
});

describe('the state of residence', () => {
  it('is the answer to the question named by the form', () => {
    const folder = tinyFormWithTexts([['form.json', '"defaultPage"', '"homeState": "home", "defaultPage"']]);
    expect(compileTiny().definition).not.toHaveProperty('homeState');
    expect(compileTiny('default', folder).definition.homeState).toBe('home');
  });
});
