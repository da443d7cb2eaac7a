import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { formatFaults } from '#compiler/source/fault.ts';
import { PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { formConfigFaults } from '#form/definition/soundness.ts';
import { FAULTY_FORMS } from './faulty-forms.ts';
import { TINY_FORM, tinyFormWith } from './tiny-form.ts';

const KINDS = readFileSync(path.join(TINY_FORM, 'options/kinds.json'), 'utf8');

describe('npm run check', () => {
  it('finds no faults in the tiny form', async () => {
    expect((await proveSchemas(TINY_FORM)).faults).toEqual([]);
  });

  it('finds no faults in the tiny form compiled for each partner', () => {
    for (const { definition } of compileSchemas(TINY_FORM).partners.values()) {
      expect(formConfigFaults(definition)).toEqual([]);
    }
  });

  it.each(Object.entries(FAULTY_FORMS))(
    'reports where and how to fix a violation of %s',
    async (rule, form) => {
      const { faults } = await proveSchemas(tinyFormWith(form.files));

      expect(`${formatFaults(faults, 'schemas')}\n`).toBe(form.expected);
      expect(faults.map(({ code }) => code)).toContain(rule);
    },
  );

  it('has a faulty form for every rule', () => {
    const folder = path.join(PROJECT_ROOT, 'src/compiler');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const code = files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n');
    const rules = [...code.matchAll(/\bcode(?::| =) (?:[\w.]+ \? )?'([a-z-]+)'(?: : '([a-z-]+)')?/g)].flatMap(
      ([, rule = '', other]) => (other === undefined ? [rule] : [rule, other]),
    );
    // Unprovable forms are in not-proved.process.test.ts.
    expect(rules.filter((rule) => rule !== 'not-proved' && !(rule in FAULTY_FORMS))).toEqual([]);
    expect(new Set(rules).size).toBeGreaterThan(90);
  });

  it.each<[keyword: string, value: unknown, cure: string]>([
    ['hideWhen', {}, '{ "question": "<key>", "showWhen": … }'],
    ['titel', 'Name', 'Did you mean "title"?'],
    ['$ref', '#/definitions/a', '"kind": "block"'],
    ['$id', 'a.json', 'Remove it.'],
    ['$comment', 'Since 2024.', '"description"'],
    ['enum', ['a', 'b'], 'options/<list>.json'],
    ['items', { enum: ['a', 'b'] }, 'options/<list>.json'],
    ['items', { type: 'object', properties: {} }, '"kind": "addAnother"'],
    ['minContains', 1, '"minItems"'],
    ['uniqueItems', true, 'Remove it.'],
    ['oneOf', [{ const: 'a', title: 'Ann' }], 'options/<list>.json'],
    ['oneOf', [{ required: ['name'] }], '"kind": "tabs"'],
    ['anyOf', [{ enum: ['a'] }, { const: 'b' }], 'options/<list>.json'],
    ['if', {}, '"rules" with a "when"'],
    ['patternProperties', {}, '"kind": "addAnother"'],
    ['required', true, '"requiredWhen"'],
    ['default', 'a', '"ui:help"'],
    ['examples', ['a'], '"ui:help"'],
    ['readOnly', true, '"kind": "text"'],
    ['deprecated', true, 'retired.json'],
    ['contentMediaType', 'image/png', '"ui:widget": "file"'],
    ['type', 'object', '"kind": "block"'],
    ['type', ['string', 'null'], 'as a text'],
  ])('suggests the project equivalent of "%s": %j', (keyword, value, cure) => {
    const files = { [`blocks/pet.schema.json#/properties/name/${keyword}`]: value };
    const { faults } = compileSchemas(tinyFormWith(files));
    expect(faults.find(({ found }) => found.startsWith(`"${keyword}"`))?.cure).toContain(cure);
  });

  it('reports only the missing file when half of a page is missing', () => {
    const folder = tinyFormWith();
    rmSync(path.join(folder, 'pages/pets.ui.json'));

    expect(compileSchemas(folder).faults).toMatchObject([
      {
        code: 'missing-file',
        file: 'pages/pets.schema.json',
        cure: expect.stringContaining('pages/pets.ui.json'),
      },
    ]);
  });

  it('reports a missing log-in card', () => {
    const folder = tinyFormWith();
    for (const half of ['schema', 'ui']) rmSync(path.join(folder, `accounts/login.${half}.json`));

    expect(compileSchemas(folder).faults).toMatchObject([
      {
        code: 'missing-file',
        file: 'accounts/login.schema.json',
        found: expect.stringContaining('no card "login"'),
      },
    ]);
  });

  it.each([
    ['{ "$schema" ', 'Put a colon between the name and its value.'],
    [
      '{ "options": {\n"value" { "a": 1 },\n"label": 1 },\n"b": 1 }',
      'Put a colon between the name and its value.',
    ],
    [
      '{ "options": [{ "value": "cat" }] }, "label": 1 }',
      'Remove the } or ] that is too many, here or above.',
    ],
    ['{ "options": Cat, "value": "label" }', 'Put double quotes (") around the text.'],
    ["{ 'options': [] }", 'Put double quotes (") around the text.'],
    ['', 'Write it, or remove the file.'],
    [KINDS.replace('{', '{ // the kinds'), 'Remove the comment.'],
    [KINDS.replace(/\n {4}\}\s*\]/, ',$&'), 'Remove the comma.'],
    [KINDS.replace('"Cat"', '“Cat”'), expect.stringContaining('with straight ones.')],
    [KINDS.replace('"Cat"', '01500'), 'Write 1500, or "01500" in quotes if it is a text.'],
    [KINDS.replace('"Cat"', '1,500'), 'Write 1500, or "1,500" in quotes if it is a text.'],
  ])('reports only the syntax fault of an unreadable file: %j', (text, cure) => {
    const { faults } = compileSchemas(tinyFormWith({ 'options/kinds.json': text }));

    expect(faults).toMatchObject([{ file: 'options/kinds.json', code: 'not-json', cure }]);
  });

  const deadlines = {
    question: 'home',
    dates: [
      { term: 'house', until: '2027-01-15T23:59' },
      { term: 'flat', until: '01/15/2027' },
    ],
    afterDeadline: 'accept',
    grace_minutes: 5,
  };

  it.each([
    [{ 'pages/you.ui.json#/ui:layout/3/cases/0/when/operator': 'is' }, 'Replace the value.'],
    [{ 'pages/pets.ui.json#/ui:layout/1/hideWhen/target': 'X' }, 'Write one of these values.'],
    [{ 'pages/you.schema.json#/properties/home/options': ['flat'] }, '"options": "<list>"'],
    [
      { 'partners/other.json#/time_zone': 'America/Denver', 'partners/other.json#/deadlines': deadlines },
      'Replace the text.',
    ],
  ])('suggests no unrelated name, and repeats no fault: %j', (files, cure) => {
    const { faults } = compileSchemas(tinyFormWith(files));

    expect(faults).toMatchObject([{ cure: expect.stringContaining(cure) }]);
  });
});
