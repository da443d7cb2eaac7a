import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { PROJECT_PATHS, type SchemaPaths } from '#compiler/source/schema-paths.ts';
import { generate } from '#scripts/generate.ts';
import { tinyFormWith } from '#test/compiler/tiny-form.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

function tinyPaths(): SchemaPaths {
  const outFolder = temporaryFolder();
  return { ...PROJECT_PATHS, schemasFolder: tinyFormWith(), outFolder };
}

describe('npm run generate', () => {
  it('announces its start, writes everything per partner, and does nothing without changes', async () => {
    const paths = tinyPaths();
    const begin = vi.fn<() => void>();

    expect(await generate(paths, begin)).toEqual({ kind: 'generated', partners: ['default', 'other'] });
    expect(await generate(paths, begin)).toEqual({ kind: 'unchanged' });
    expect(begin).toHaveBeenCalledTimes(1);
    expect(readdirSync(paths.outFolder).toSorted()).toEqual([
      'answers.ts',
      'api.ts',
      'directories.ts',
      'editor',
      'partner.ts',
      'partners',
      'served',
      'texts.ts',
    ]);
    const files = readdirSync(path.join(paths.outFolder, 'partners/other'), {
      recursive: true,
      encoding: 'utf8',
    });
    expect(files.filter((name) => /\.\w+$/.test(name)).toSorted()).toEqual([
      'cards.json',
      'form.json',
      'partner.json',
      'schemas/form.schema.json',
      'schemas/pets.schema.json',
      'schemas/you.schema.json',
      ...['confirm', 'forgot', 'login', 'reset', 'signup'].map((card) => `validators/card-${card}.js`),
      'validators/pets.js',
      'validators/you.js',
    ]);

    const file = path.join(paths.outFolder, 'partners/default/validators/card-login.js');
    const { validate } = await import(pathToFileURL(file).href);

    expect(validate({ username: 'ada@tiny.example', password: 'x' })).toBe(true);
    expect(validate({ username: 'ada', password: 'x' })).toBe(false);
    expect(JSON.stringify(validate.errors)).toContain('Please give your email.');
    const types = readFileSync(path.join(paths.outFolder, 'api.ts'), 'utf8');
    expect(types).toMatch(/export interface PutNoteBody \{\n  note: string;?\n\}/);
    expect(types).toMatch(/export interface PutNoteAnswer \{\n  message: string;?\n\}/);
  });

  it('runs again after a source or type file changes, or the stamp is gone', async () => {
    const paths = tinyPaths();
    await generate(paths);
    const list = path.join(paths.schemasFolder, 'options/kinds.json');
    writeFileSync(list, readFileSync(list, 'utf8').replace('Dog', 'Hound'));

    expect(await generate(paths)).toMatchObject({ kind: 'generated' });
    expect(readFileSync(path.join(paths.outFolder, 'partners/default/form.json'), 'utf8')).toContain('Hound');
    writeFileSync(path.join(paths.outFolder, 'api.ts'), '');
    expect(await generate(paths)).toMatchObject({ kind: 'generated' });
    rmSync(path.join(paths.outFolder, 'partners'), { recursive: true });
    expect(await generate(paths)).toMatchObject({ kind: 'generated' });
  });

  it('writes editor schemas with existing names, despite faults', async () => {
    const paths = tinyPaths();
    await generate(paths);
    const layout = path.join(paths.schemasFolder, 'pages/pets.ui.json');
    writeFileSync(layout, readFileSync(layout, 'utf8').replace('"ui:layout": [', '"ui:layout": ["nosuch", '));
    const list = path.join(paths.schemasFolder, 'options/kinds.json');
    writeFileSync(path.join(paths.schemasFolder, 'options/breeds.json'), readFileSync(list));

    expect(await generate(paths)).toMatchObject({ kind: 'refused' });
    expect(readFileSync(path.join(paths.outFolder, 'editor/pages/pets.schema.json'), 'utf8')).toContain(
      'breeds',
    );
  });

  it('removes outputs without a source', async () => {
    const paths = tinyPaths();
    await generate(paths);
    rmSync(path.join(paths.schemasFolder, 'partners/other.json'));
    // Layouts can only name existing partners.
    const club = path.join(paths.schemasFolder, 'blocks/club.ui.json');
    writeFileSync(club, readFileSync(club, 'utf8').replaceAll('"other"', '"default"'));
    await generate(paths);

    const partners = path.join(paths.outFolder, 'partners');
    expect(existsSync(path.join(partners, 'default'))).toBe(true);
    expect(existsSync(path.join(partners, 'other'))).toBe(false);
  });

  it('rejects faulty sources and keeps the previous output', async () => {
    const paths = tinyPaths();
    await generate(paths);
    const before = readFileSync(path.join(paths.outFolder, 'partners/default/form.json'), 'utf8');
    writeFileSync(path.join(paths.schemasFolder, 'options/homes.json'), '{}');

    const refused = await generate(paths);

    expect(refused.kind).toBe('refused');
    expect(readFileSync(path.join(paths.outFolder, 'partners/default/form.json'), 'utf8')).toBe(before);
  });
});
