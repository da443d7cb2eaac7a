import { expect, test } from 'vitest';
import { changesAfter, type Edits, lineOf } from './edited-form.ts';

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
];

test.each(EDITS)('%s', (_name, before, after, sentences) => {
  expect(changesAfter(after, before).map(lineOf)).toEqual(sentences);
});
