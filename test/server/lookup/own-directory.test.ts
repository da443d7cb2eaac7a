import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importLookup } from '#server/lookup/lookup-operations.ts';
import { createSchoolDirectories } from '#server/lookup/school-directories.ts';
import { openSuiteStorage } from '#test/server/test-storage.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

/** A directory of military bases. */
const file = path.join(suiteFolder(), 'bases.csv');
const columns = { id: 'Code', name: 'Base', aliases: 'Other Names' };
const bases = { source: 'bases', idPrefix: 'bases', columns, keep: { Open: ['yes'] } };
const described = { bases: { entry: 'record', titleCase: false, files: [bases], starter: [] } };
const { db } = await openSuiteStorage();
const clock = () => new Date();
const directories = createSchoolDirectories({
  db,
  onError: (task, error) => {
    throw new Error(task, { cause: error });
  },
  described,
});
beforeAll(() => {
  const rows = ['B1,NAS JAX,Jacksonville|Florida Station,yes', 'B2,Fort Nowhere,,no'];
  writeFileSync(file, ['Code,Base,Other Names,Open', ...rows, ''].join('\n'));
});
afterAll(() => directories.stop());

const source = () => new Map(directories.sources).get('bases');
const search = (query: string) => source()?.search({ query, most: 5, client: '192.0.2.1' });
const importInto = (category: string) =>
  importLookup({ db, clock, directories, described }, { category, file, mapping: {} });

test('a directory is empty before its first import', async () => {
  expect(await search('jacksonville')).toEqual([]);
});

test('its import follows the description, and is found by name and alias', async () => {
  expect(await importInto('bases')).toBe(
    'Imported 1 record into bases as "bases".\n  left out, Open is "no": 1',
  );
  const found = [{ id: 'bases:B1', text: 'NAS JAX', sub_text: '' }];
  expect(await search('nas')).toEqual(found);
  expect(await search('jacksonville')).toEqual(found);
  expect(await source()?.find('bases:B1')).toMatchObject({ name: 'NAS JAX', code: 'B1' });
});

test('nothing is imported into an unknown directory', async () => {
  await expect(importInto('zoos')).rejects.toThrow('"zoos" is not a category. The form has: bases.');
});
