import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileSchemas } from '#compiler/compile-schemas.ts';
import { proveSchemas } from '#compiler/prove-schemas.ts';
import { FAULT_SEVERITIES, formatFaults } from '#compiler/source/fault.ts';
import { PROJECT_PATHS, PROJECT_ROOT } from '#compiler/source/schema-paths.ts';
import { formConfigFaults, missingFormConfig } from '#form/definition/soundness.ts';
import { TINY_FORM, tinyFormWith } from './tiny-form.ts';

const BROKEN = path.resolve(import.meta.dirname, '../fixtures/broken');

/** The files of a broken form. Those that are no JSON end in `.txt`, so that no tool stumbles over them. */
function brokenFiles(rule: string): ReadonlyMap<string, Uint8Array> {
  const folder = path.join(BROKEN, rule);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => /\.(?:json(?:\.txt)?|svg)$/.test(name));
  const texts = files.map((name) => {
    const text = readFileSync(path.join(folder, name));
    return [
      name.replace(/\.txt$/, ''),
      name === 'texts.json' ? Buffer.from(withAllTexts(text.toString())) : text,
    ] as const;
  });
  return new Map(texts);
}

/** The sentences of the engine, of which a broken form names those that differ. */
function withAllTexts(some: string): string {
  const all = readFileSync(path.join(PROJECT_PATHS.schemasFolder, 'texts.json'), 'utf8');
  return JSON.stringify({ ...JSON.parse(some), ...JSON.parse(all), ...JSON.parse(some) }, null, 2);
}

function run(folder: string) {
  return spawnSync(process.execPath, ['scripts/check.ts', folder], { cwd: PROJECT_ROOT, encoding: 'utf8' });
}

describe('npm run check', () => {
  it('finds nothing in the tiny form', async () => {
    expect((await proveSchemas(TINY_FORM)).faults).toEqual([]);
  });

  it('finds nothing in what is compiled of the tiny form for each partner', () => {
    for (const { definition } of compileSchemas(TINY_FORM).partners.values()) {
      expect([...formConfigFaults(definition), ...missingFormConfig(definition)]).toEqual([]);
    }
  });

  it.each(readdirSync(BROKEN))('says where the files break the rule %s and how to fix it', async (rule) => {
    const { faults } = await proveSchemas(tinyFormWith(brokenFiles(rule)));

    expect(`${formatFaults(faults, 'schemas')}\n`).toBe(
      readFileSync(path.join(BROKEN, rule, 'expected.txt'), 'utf8'),
    );
    expect(faults.map(({ code }) => code)).toContain(rule);
  });

  it('has a broken form for every rule', () => {
    // What cannot be proved takes a form of its own: not-proved.test.ts.
    const rules = Object.keys(FAULT_SEVERITIES).filter((code) => code !== 'not-proved');
    expect(readdirSync(BROKEN).toSorted()).toEqual(rules.toSorted());
  });

  it('says only that a file is missing when one half of a page is', () => {
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

  it('misses a log-in card', () => {
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

  it('prints the faults and ends with 1, and with 0 when there are none', () => {
    const broken = run(tinyFormWith(new Map([['options/homes.json', '[]']])));

    expect(broken.status).toBe(1);
    expect(broken.stderr).toContain('schemas/options/homes.json:1:1 (meta)');
    expect(run(TINY_FORM)).toMatchObject({ status: 0, stdout: expect.stringContaining('All files') });
  });

  it('prints warnings and ends with 0 when nothing is worse', () => {
    const list = readFileSync(path.join(TINY_FORM, 'options/colors.json'), 'utf8');
    const warned = run(tinyFormWith(new Map([['options/shades.json', list]])));

    expect(warned).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('schemas/options/shades.json:1:1 (unused, a warning)'),
      stdout: expect.stringContaining('can be used'),
    });
    expect(warned.stderr).toContain('1 fault in schemas (1 warning).');
  });

  it('says only what cannot be read, when a file cannot be read', () => {
    const faults = compileSchemas(tinyFormWith(new Map([['pages/you.schema.json', '{ "$schema" ']]))).faults;

    expect(faults.map(({ code, file }) => `${file} ${code}`)).toEqual(['pages/you.schema.json not-json']);
  });
});
