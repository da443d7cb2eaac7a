import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { PROJECT_PATHS } from '#compiler/source/schema-paths.ts';

const metas = readdirSync(PROJECT_PATHS.metaFolder);

describe('the meta-schemas', () => {
  it.each(metas)('%s is draft-07 and named after its file', (name) => {
    const meta: Readonly<Record<string, unknown>> = JSON.parse(
      readFileSync(path.join(PROJECT_PATHS.metaFolder, name), 'utf8'),
    );

    expect(new Ajv({ strict: false }).validateSchema(meta)).toBe(true);
    expect(meta['$id']).toBe(name);
    expect(meta['$schema']).toBe('http://json-schema.org/draft-07/schema#');
    expect(meta['description']).toMatch(/\.$/);
  });
});
