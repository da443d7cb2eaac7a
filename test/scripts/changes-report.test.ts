import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { changesReport } from '#scripts/changes/changes-report.ts';
import { readCounts } from '#scripts/changes/counts.ts';
import { type FormEdits, TINY_FORM, tinyFormWith } from '#test/compiler/tiny-form.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const YOU = 'pages/you.schema.json';
const YOU_UI = 'pages/you.ui.json';
const PERSONA = {
  $schema: '../meta/persona.meta.json',
  title: 'Tom',
  answers: { home: 'flat', has_pets: 'N' },
};
const TOM = { 'personas/tom.json': PERSONA };

/** Replaces texts in a file of the tiny form. */
function replaced(name: string, ...pairs: readonly (readonly [from: string, to: string])[]): FormEdits {
  const text = readFileSync(path.join(TINY_FORM, name), 'utf8');
  return { [name]: pairs.reduce((whole, [from, to]) => whole.replaceAll(from, to), text) };
}

/** Without a question and an option, declared as retired. */
function removed(answers: string): FormEdits {
  const gone = { when: '2026-11-22', answers };
  const options = [
    { value: 'red', label: 'Red' },
    { value: 'blue', label: 'Blue' },
  ];
  const retired = [
    { key: 'born', ...gone },
    { options: 'colors', value: 'green', ...gone },
  ];
  return {
    [`${YOU}#/properties/born`]: null,
    ...replaced(YOU_UI, ['"born",', '']),
    'options/colors.json#/options': options,
    'retired.json': { $schema: './meta/retired.meta.json', retired },
  };
}

function report(files: FormEdits, counts?: object) {
  const [before, after] = [TOM, { ...TOM, ...files }].map(
    (edits) => compileSchemas(tinyFormWith(edits)).partners,
  );
  const file = path.join(temporaryFolder(), 'counts.json');
  writeFileSync(file, JSON.stringify(counts ?? {}));
  return changesReport(before ?? new Map(), after ?? new Map(), counts && readCounts(file));
}

test('changes shared by all partners are listed once, and name their partners otherwise', async () => {
  const { markdown, isComplete } = report({
    'options/colors.json#/options/+3': { value: 'pink', label: 'Pink' },
    'partners/other.json#/phone': '(303) 555-0199',
  });
  expect(markdown).toBe(`### You › Taste › Colours

- “Pink” is newly offered, as the last.

For: Tiny School, Other School.

### Only at Other School

#### The partner

- The phone is now “(303) 555-0199” (before: “(303) 555-0100”).

### Sample applicants

- Tom can still submit.
`);
  expect(isComplete).toBe(true);
});

test('changes are grouped by partner, each in form order', async () => {
  const { markdown } = report({
    [`${YOU}#/properties/born/title`]: 'Day of Birth',
    ...replaced('pages/pets.ui.json', ['"code_{partner.short_name}",', '']),
    ...replaced('options/colors.json', ['"Green"', '"Moss"']),
    'partners/other.json#/name': 'Others',
  });
  expect(markdown.match(/^#+ .*$/gm)).toEqual([
    '### You',
    '### You › Taste › Colours',
    '### Only at Tiny School',
    '#### Pets',
    '### Only at Others',
    '#### The form',
    '#### You › My own',
    '#### Pets',
    '#### The partner',
    '### Sample applicants',
    '### Before this can be merged',
  ]);
});

test('without changes the report only lists who can submit', async () => {
  expect(report({}).markdown).toBe(`Nothing changes for students.

### Sample applicants

- Tom can still submit.
`);
});

test('an undeclared removal is reported with a declaration to paste', async () => {
  const renamed = {
    ...replaced(YOU, ['"born"', '"birthday"']),
    ...replaced(YOU_UI, ['"born"', '"birthday"']),
    ...replaced('options/colors.json', ['"green"', '"moss"']),
  };
  const { markdown, isComplete } = report(renamed);
  expect(isComplete).toBe(false);
  const today = new Date().toISOString().slice(0, 10);
  expect(markdown.slice(markdown.indexOf('### Before'))).toBe(`### Before this can be merged

Students may have answered what was removed, and no file declares what happens to their answers.

- schemas/pages/you.schema.json, line 7: If “born” is “birthday” now, add "formerly": ["born"] here. Otherwise add {"key": "born", "when": "${today}", "answers": "kept"} to "retired" in retired.json ("answers": "kept" or "deleted").
- schemas/options/colors.json, line 8: If “green” is “moss” now, add "formerly": ["green"] here. Otherwise add {"options": "colors", "value": "green", "when": "${today}", "answers": "kept"} to "retired" in retired.json ("answers": "kept" or "deleted").
`);
});

test('a declared removal is reported without a request', async () => {
  const { markdown, isComplete } = report({
    ...replaced(YOU, ['"born": {', '"birthday": { "formerly": ["born"],']),
    ...replaced(YOU_UI, ['"born"', '"birthday"']),
    ...replaced('options/colors.json', ['"value": "green",', '"value": "moss", "formerly": ["green"],']),
  });
  expect(isComplete).toBe(true);
  expect(markdown).toBe(`### You › Born

- The key born is now birthday. Declared with "formerly": answers move along.

### You › Taste › Colours

- Of what is stored for “Colours”, “green” is now “moss”. Declared with "formerly": answers move along.

For: Tiny School, Other School.

### Sample applicants

- Tom can still submit.
`);
});

test('a renamed prefix is reported for the first instance', async () => {
  const formerly = '"prefix": "animal_", "formerly": { "prefix": ["pet_"] }';
  const { markdown, isComplete } = report(replaced('pages/pets.ui.json', ['"prefix": "pet_"', formerly]));
  expect(isComplete).toBe(true);
  expect(markdown).toContain('- The key pet_name is now animal_name. Declared with "formerly"');
  expect(markdown).not.toContain('pet_2_name');
});

test.each([
  ['deleted', 'Their answers are deleted from drafts.', 'Their answers are deleted from drafts.'],
  [
    'kept',
    'Their answers stay stored, but nobody sees them.',
    'Their answers stay stored until they choose again.',
  ],
])('a declared removal reports that the answers are %s', async (answers, ofQuestion, ofOption) => {
  const { markdown } = report(removed(answers));
  expect(markdown).toContain(
    `- “Born” is no longer asked. How many answered it is not counted. ${ofQuestion}\n`,
  );
  expect(markdown).toContain(
    `- “Green” is no longer offered. How many chose it is not counted. ${ofOption}\n`,
  );
});

test('counts show how many students a removal affects', async () => {
  const answers = {
    born: { drafts: 1904, submitted: 1, values: {} },
    colors: { drafts: 500, submitted: 60, values: { green: { drafts: 312, submitted: 40 } } },
  };
  const { markdown } = report(removed('kept'), { default: { total: 2000, submitted: 60, answers } });
  expect(markdown).toContain('- “Born” is no longer asked. 1,904 drafts answered it; 1 submitted keeps it.');
  expect(markdown).toContain(
    '- “Green” is no longer offered. 312 drafts chose it (they will see: “Green” is no longer offered. Please choose again.); 40 submitted keep it.',
  );
});

test('counts show how many drafts a new cycle takes along', () => {
  const counts = { default: { total: { drafts: 12, submitted: 5000 } } };
  const { markdown } = report({ 'form.json#/cycle': { name: '2027–28' } }, counts);
  expect(markdown).toContain('can apply again. 12 drafts move into it; 5,000 submitted.');
});
