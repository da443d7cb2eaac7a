import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { TINY_FORM, tinyFormWith } from './tiny-form.ts';

/** The cures for the tiny form after one piece of one of its files was replaced. */
function curesOf(file: string, piece: string, other: string): readonly string[] {
  const text = readFileSync(path.join(TINY_FORM, file), 'utf8');
  expect(text).toContain(piece);
  const folder = tinyFormWith(new Map([[file, text.replace(piece, () => other)]]));
  return compileSchemas(folder).faults.map(({ cure }) => cure);
}

const PETS = 'pages/pets.ui.json';
const YOU = 'pages/you.ui.json';
const QUESTIONS = 'pages/you.schema.json';
const CLUB = 'blocks/club.ui.json';

describe('what people write most often is answered with the words to write instead', () => {
  it.each([
    ['quotes of a word processor', YOU, '"Taste"', '“Taste”', 'Replace the curly quotes'],
    ['a label for a value', YOU, '"target": "house"', '"target": "House"', 'Write "house", the value behind'],
    ['a number in quotes', YOU, '"target": 3', '"target": "3"', 'Write the target in the same form'],
    ['no ui: before an option', YOU, '"ui:help"', '"help"', 'Write "ui:help".'],
    ['visibleWhen', YOU, '"hideWhen"', '"visibleWhen"', 'Write "showWhen".'],
    ['two letters swapped', QUESTIONS, '"title": "Name"', '"titel": "Name"', 'Did you mean "title"?'],
    [
      'a 0 before a number',
      QUESTIONS,
      '"minimum": 0',
      '"minimum": 01500',
      'Write 1500, or "01500" in quotes',
    ],
    ['thousands set apart', QUESTIONS, '"minimum": 0', '"minimum": 1,500', 'Write 1500'],
    [
      'choices beside the question',
      QUESTIONS,
      '"title": "Name"',
      '"title": "Name", "enum": ["Ann", "Bob"]',
      'Write the values with their labels into options/<list>.json',
    ],
    [
      'a condition beside the question',
      QUESTIONS,
      '"title": "Name"',
      '"title": "Name", "hideWhen": { "valueKey": "home", "operator": "answered" }',
      '{ "question": "<key>", "showWhen": … }',
    ],
    [
      'a condition beside the widget',
      YOU,
      '"ui:widget": "textarea"',
      '"showWhen": { "valueKey": "home", "operator": "answered" }',
      '{ "question": "<key>", "showWhen": … }',
    ],
    ['a script', YOU, '{partner.help_email}', '[us](javascript:alert(1))', 'Link to a page'],
    [
      'the name of a partner',
      CLUB,
      '"partners": ["other"]',
      '"partners": ["The Other University"]',
      'Write "other", the name of the file.',
    ],
    [
      'an answer for a confirmation',
      YOU,
      '"ui:layout": [',
      `"ui:layout": [
        { "kind": "confirm", "id": "extra", "trigger": "button", "label": "More", "children": [
          { "kind": "text", "paragraphs": ["More."],
            "hideWhen": { "valueKey": "extra", "operator": "equals", "target": "Y" } }
        ] },`,
      'Write true, or use "answered" or "notAnswered".',
    ],
    ['a limit in quotes', QUESTIONS, '"minimum": 0', '"minimum": 0, "maximum": "9"', 'Replace the value.'],
    [
      'a required question',
      QUESTIONS,
      '"title": "Name"',
      '"title": "Name", "required": true',
      'Write the key of the question there',
    ],
    [
      'an autofill section of several words',
      PETS,
      '"messagePrefix": "Vet: "',
      '"autocompleteSection": "The Vet"',
      'Replace the text.',
    ],
  ])('%s', (_, ...[file, piece, other, cure]) => {
    expect(curesOf(file, piece, other).join('\n')).toContain(cure);
  });

  it('the prefix of a block around another block, where it was written', () => {
    const file = 'blocks/clinic.ui.json';
    const ui = { $schema: '../meta/ui.meta.json', 'ui:layout': ['opens', { kind: 'block', block: 'vet' }] };
    const schema = {
      $schema: '../meta/page.meta.json',
      type: 'object',
      properties: { opens: { title: 'Opens' } },
    };
    const page = readFileSync(path.join(TINY_FORM, PETS), 'utf8');
    const folder = tinyFormWith(
      new Map([
        [file, JSON.stringify(ui)],
        ['blocks/clinic.schema.json', JSON.stringify(schema)],
        [
          PETS,
          page.replace(
            '"has_pets",',
            '"has_pets", { "kind": "block", "block": "clinic", "prefix": "second_" },',
          ),
        ],
      ]),
    );
    expect(compileSchemas(folder).faults).toMatchObject([
      { code: 'prefix', file: PETS, found: expect.stringContaining('"second_" for the block "vet"') },
    ]);
  });
});

describe('a question that was renamed', () => {
  it('is named by its key of today wherever a file still names it by the former one', () => {
    const cures = curesOf(
      QUESTIONS,
      '"home": { "title": "Home",',
      '"place": { "title": "Home", "formerly": ["home"],',
    );

    expect(new Set(cures.filter((cure) => cure.startsWith('Write')))).toEqual(
      new Set(['Write "place": "home" is its former name.']),
    );
    expect(cures.length).toBeGreaterThan(5);
  });

  it('is so in a block too, behind its prefix', () => {
    const vet = 'blocks/vet.schema.json';
    const cures = curesOf(vet, '"vet_name": { "title"', '"doctor": { "formerly": ["vet_name"], "title"');

    expect(cures).toContain('Write "doctor": "vet_name" is its former name.');
  });
});
