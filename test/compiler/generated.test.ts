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

/** Processor time, because the wall clock of a busy machine says little. */
const before = process.cpuUsage();
const generated = await compileQuestionnaire();
const { user, system } = process.cpuUsage(before);

const schemas = [...generated.partners].filter(([name]) => name.endsWith('.schema.json'));
const validators = [...generated.partners].filter(([name]) => name.endsWith('.js'));

describe('what is generated from the questionnaire', () => {
  it('has its types committed as they are now (npm run generate)', () => {
    for (const [name, text] of generated.types) {
      expect(readFileSync(path.join(PROJECT_PATHS.outFolder, name), 'utf8')).toBe(text);
    }
  });

  it('has the meta-schema of the UI files as the widgets are now (npm run generate)', () => {
    const meta = jsonText(uiMeta(readWidgetRegistry(PROJECT_PATHS.registryFile)));

    expect(readFileSync(path.join(PROJECT_PATHS.metaFolder, 'ui.meta.json'), 'utf8')).toBe(meta);
  });

  it('is the same each time', async () => {
    expect(await compileQuestionnaire()).toEqual(generated);
  });

  it('is made within five seconds', () => {
    expect((user + system) / 1_000_000).toBeLessThan(5);
  });

  it('holds a JSON Schema for each page and the form that draft-07 allows and a second validator runs', () => {
    const ajv = new Ajv({ strict: false });
    const parsed = schemas.map(([name, text]): readonly [string, Schema] => [name, JSON.parse(text)]);

    expect(parsed.length).toBeGreaterThan(1);
    expect(parsed.filter(([, schema]) => !ajv.validateSchema(schema))).toEqual([]);
    expect(parsed.filter(([, schema]) => new Validator(schema, '7', false).validate({}).valid)).toEqual([]);
  });

  it('holds validators that export validate, import nothing and compile nothing', () => {
    const named = (wanted: RegExp) =>
      validators.filter(([, code]) => wanted.test(code)).map(([name]) => name);

    expect(named(/export\s*\{\s*\w+ as validate\s*\}/)).toEqual(validators.map(([name]) => name));
    expect(named(/\beval\(|\bFunction\(|^import\b/m)).toEqual([]);
  });
});
