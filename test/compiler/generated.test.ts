import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Schema, Validator } from '@cfworker/json-schema';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { uiMeta } from '#compiler/check/ui-meta.ts';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { generatedFiles } from '#compiler/emit/generated-files.ts';
import { isError } from '#compiler/source/fault.ts';
import { jsonText } from '#compiler/source/file-text.ts';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';
import { readWidgetRegistry } from '#compiler/source/widget-registry.ts';

async function compileQuestionnaire() {
  const { partners, faults } = compileSchemas();
  if (faults.some(isError)) throw new Error('The questionnaire has faults; npm run check names them.');
  return generatedFiles(partners);
}

const generated = await compileQuestionnaire();

const schemas = [...generated.partners].filter(([name]) => name.endsWith('.schema.json'));
const validators = [...generated.partners].filter(([name]) => name.endsWith('.js'));

describe('the generated files', () => {
  it('match the committed types (npm run generate)', () => {
    for (const [name, text] of generated.types) {
      expect(readFileSync(path.join(PROJECT_PATHS.outFolder, name), 'utf8')).toBe(text);
    }
  });

  it('match the committed UI meta-schema (npm run generate)', () => {
    const meta = jsonText(uiMeta(readWidgetRegistry(PROJECT_PATHS.registryFile)));

    expect(readFileSync(path.join(PROJECT_PATHS.metaFolder, 'ui.meta.json'), 'utf8')).toBe(meta);
  });

  it('are deterministic', async () => {
    expect(await compileQuestionnaire()).toEqual(generated);
  });

  it('include draft-07 JSON Schemas per page and form that a second validator can run', () => {
    const ajv = new Ajv({ strict: false });
    const parsed = schemas.map(([name, text]): readonly [string, Schema] => [name, JSON.parse(text)]);

    expect(parsed.length).toBeGreaterThan(1);
    expect(parsed.filter(([, schema]) => !ajv.validateSchema(schema))).toEqual([]);
    expect(parsed.filter(([, schema]) => new Validator(schema, '7', false).validate({}).valid)).toEqual([]);
  });

  it('include self-contained validators that export validate', () => {
    const named = (wanted: RegExp) =>
      validators.filter(([, code]) => wanted.test(code)).map(([name]) => name);

    expect(named(/export\s*\{\s*\w+ as validate\s*\}/)).toEqual(validators.map(([name]) => name));
    expect(named(/\beval\(|\bFunction\(|^import\b/m)).toEqual([]);
  });
});
