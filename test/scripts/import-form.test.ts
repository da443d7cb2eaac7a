import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { importForm } from '#scripts/import-form.ts';
import { writeQuestionnaire } from '#scripts/import-form/write-questionnaire.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

type Case = {
  readonly properties?: object;
  /** Further keywords of the schema. */
  readonly words?: object;
  readonly ui?: object;
  /** Questions by key. */
  readonly asks?: object;
  readonly required?: readonly string[];
  /** What is in the section of the page. */
  readonly shows?: readonly unknown[];
  /** Further files. */
  readonly files?: object;
  readonly notes?: readonly string[];
};

const CASES: Readonly<Record<string, Case>> = parse(
  readFileSync(path.resolve(import.meta.dirname, '../fixtures/imported-forms.yaml'), 'utf8'),
);

const text = { type: 'string' };
const group = (name: string) => ({ type: 'object', title: name, properties: { [name]: text } });

describe('an imported form', () => {
  it.each(Object.entries(CASES))('has %s, and passes the check', async (_name, given) => {
    const { properties, words, ui, asks = {}, required, shows, files = {}, notes = [] } = given;
    const schema = { type: 'object', ...(properties && { properties }), ...words };
    const found = await importForm(
      JSON.stringify(schema, undefined, 2),
      ui && JSON.stringify(ui, undefined, 2),
    );

    expect(found.faults).toEqual([]);
    expect(found.report.slice(0, -1)).toEqual(notes);
    expect(found.files).toMatchObject({
      'pages/questions.schema.json': { properties: asks, ...(required && { required }) },
      'pages/questions.ui.json': { 'ui:layout': [{ kind: 'section', ...(shows && { children: shows }) }] },
    });
    expect(found.files).toMatchObject(files);
  });

  it('has a page for each group, and counts what was converted', async () => {
    const properties = { account: group('name'), job: { ...group('role'), minProperties: 1 } };
    const { files, report } = await importForm(JSON.stringify({ title: 'Two', type: 'object', properties }));

    expect(files['form.json']).toMatchObject({
      title: 'Two',
      pages: [
        { page: 'account-2', path: '/account-2', title: 'name' },
        { page: 'job', path: '/job', title: 'role' },
      ],
      greetingName: ['account_name'],
    });
    expect(report.at(-1)).toBe('Converted 2 of 3 (67 %).');
  });
});

describe('a new form', () => {
  it('passes the check without a warning, and is never written over other files', async () => {
    const folder = path.join(temporaryFolder(), 'form');
    writeQuestionnaire(folder);

    expect((await proveSchemas(folder)).faults).toEqual([]);
    expect(existsSync(path.join(folder, '.github/workflows/questions.yml'))).toBe(true);
    expect(() => writeQuestionnaire(folder)).toThrow('is not empty');
  });
});
