import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { isRecord } from '#form/definition/own-property.ts';
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

  it.each(metas)('%s describes each of its members', (name) => {
    const meta: unknown = JSON.parse(readFileSync(path.join(PROJECT_PATHS.metaFolder, name), 'utf8'));

    expect(undescribed(meta, [])).toEqual([]);
  });
});

/** The paths of all members that a schema allows without a word on what they are. */
function undescribed(schema: unknown, trail: readonly string[]): readonly string[] {
  if (Array.isArray(schema))
    return schema.flatMap((item, index) => undescribed(item, [...trail, String(index)]));
  if (!isRecord(schema)) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    // What a condition looks at is described where it is allowed.
    if (keyword === 'if') return [];
    const members = keyword === 'properties' && isRecord(value) ? Object.entries(value) : [];
    const silent = members.filter(([, member]) => isRecord(member) && !isDescribed(member));
    return [
      ...silent.map(([name]) => [...trail, name].join('/')),
      ...undescribed(value, [...trail, keyword]),
    ];
  });
}

/** What is referred to may be described there. */
function isDescribed(member: Readonly<Record<string, unknown>>): boolean {
  return '$ref' in member || (typeof member['description'] === 'string' && member['description'] !== '');
}
