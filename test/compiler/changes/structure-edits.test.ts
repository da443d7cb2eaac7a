import { expect, test } from 'vitest';
import { changesAfter, type Edits, lineOf, nodeOf } from './edited-form.ts';

const YOU = 'pages/you.schema.json';
const YOU_UI = 'pages/you.ui.json';

const asDocument = (ui: object): Edits => ({
  [YOU]: (file) => {
    file.properties.motto.const = 'ANSWERED';
  },
  [YOU_UI]: (file) => {
    file.motto = { 'ui:widget': 'file', ...ui };
  },
});

const withPets = (limits: object): Edits => ({
  'pages/pets.ui.json': (file) => Object.assign(nodeOf(file, 'pets').children[0], limits),
});

/** Edits of structure, after edits of the tiny form, with the expected sentences. */
const EDITS: readonly (readonly [name: string, before: Edits, after: Edits, said: readonly string[]])[] = [
  [
    'a document question accepts fewer files',
    asDocument({}),
    asDocument({ 'ui:accept': ['pdf', 'docx'], 'ui:maxKilobytes': 500 }),
    [
      'You › My own: “Motto of Tiny School” now takes files of the kinds “pdf” and “docx”.',
      'You › My own: “Motto of Tiny School” now takes files of up to 500 KB.',
    ],
  ],
  [
    'a repeated block is there three times at once, and up to 50 times',
    {},
    withPets({ min: 3, max: 50 }),
    [
      'Pets: “Pet” can now be there up to 50 times (before: 3).',
      'Pets: “Pet” now shows 3 times at once: what it requires is required in each, and none of them can be removed.',
    ],
  ],
  [
    'a question shows from a day on',
    {},
    {
      [YOU_UI]: (file) => {
        file['ui:layout'][1] = {
          question: 'born',
          showWhen: { today: true, operator: 'gte', target: '2027-01-15' },
        };
      },
    },
    ['You: “Born” is now asked only when today is not earlier than 2027-01-15.'],
  ],
  [
    'a page shows for some only',
    {},
    {
      'form.json': (file) => {
        file.pages[1].showWhen = { valueKey: 'home', operator: 'equals', target: 'house' };
      },
    },
    [
      'Pets: The step is now there only when “Home” is “House”.',
      'Pets: “Pets”, “Vet”, “Phone”, “Name”, “Pet Code”, “Club” and “Motto of the Club” are now asked only when “Home” is “House”.',
      'Pets: The text “Ask your club.” is now shown only when “Home” is “House”.',
    ],
  ],
];

test.each(EDITS)('%s', (_name, before, after, sentences) => {
  expect(changesAfter(after, before).map(lineOf)).toEqual(sentences);
});
