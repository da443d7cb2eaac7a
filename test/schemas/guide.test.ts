import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { compileTiny, questionOf, temporaryFolder } from '#test/compiler/tiny-form.ts';

type Members = Record<string, unknown>;
type SchemaFile = { properties: Members; required: string[] };
type UiFile = Members & { 'ui:layout': unknown[] };

/** The pieces of JSON in the guide for staff, in the order in which it gives them. */
function piecesOfGuide(): readonly string[] {
  const guide = readFileSync(path.join(PROJECT_PATHS.schemasFolder, 'README.md'), 'utf8');
  return [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, piece = '']) => piece);
}

describe('the guide for staff', () => {
  it('adds a question that works when its example is followed', () => {
    const folder = temporaryFolder();
    cpSync(PROJECT_PATHS.schemasFolder, folder, { recursive: true });
    const [properties = '', required = '', section = '', entries = ''] = piecesOfGuide();
    const keys = [...required.matchAll(/"(laptop_\w+)"/g)].map(([, key = '']) => key);
    const schemaFile = path.join(folder, 'pages/final-steps.schema.json');
    const schema: SchemaFile = JSON.parse(readFileSync(schemaFile, 'utf8'));
    const isThere = keys.some((key) => key in schema.properties);
    Object.assign(schema.properties, JSON.parse(`{${properties}}`));
    schema.required = [...new Set([...schema.required, ...keys])];
    writeFileSync(schemaFile, JSON.stringify(schema));
    const uiFile = path.join(folder, 'pages/final-steps.ui.json');
    const ui: UiFile = JSON.parse(readFileSync(uiFile, 'utf8'));
    // Somebody may have followed the guide to the letter.
    if (!isThere) ui['ui:layout'].push(JSON.parse(section));
    writeFileSync(uiFile, JSON.stringify({ ...ui, ...JSON.parse(`{${entries}}`) }));

    const compiled = compileTiny('default', folder);

    expect(questionOf(compiled, 'laptop_needed')).toMatchObject({ widget: 'radio', required: true });
    expect(questionOf(compiled, 'laptop_reason')).toMatchObject({
      required: true,
      visibleWhen: { valueKey: 'laptop_needed', operator: 'equals', target: 'Y' },
    });
  });

  it('adds an invented student who can submit', async () => {
    const folder = temporaryFolder();
    cpSync(PROJECT_PATHS.schemasFolder, folder, { recursive: true });
    const persona = piecesOfGuide().find((piece) => piece.includes('"counts"'));
    const meta = '"$schema": "../meta/persona.meta.json"';
    writeFileSync(path.join(folder, 'personas/guide.json'), `{ ${meta}, ${persona} }`);

    expect((await proveSchemas(folder)).faults).toEqual([]);
  });
});
