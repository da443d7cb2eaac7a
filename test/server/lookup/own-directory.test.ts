import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDirectories, readDirectory } from '#scripts/matricula/lookup-commands.ts';
import { importLookup } from '#server/lookup/lookup-operations.ts';
import { createSchoolDirectories, type SchoolDirectories } from '#server/lookup/school-directories.ts';
import type { Storage } from '#server/database/database.ts';
import { form, page, question } from '#test/form/build-definition.ts';
import { openEmbeddedInMemory } from '#test/server/test-storage.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

/** A form with a custom directory of military bases. */
const folder = suiteFolder();
const file = path.join(folder, 'bases.csv');
const columns = { id: 'Code', name: 'Base', aliases: 'Other Names' };
const base = question('base', { lookup: { category: 'bases', fills: { name: 'base' } } });
let storage: Storage;
let directories: SchoolDirectories;

beforeAll(async () => {
  mkdirSync(path.join(folder, 'directories'));
  writeFileSync(
    path.join(folder, 'directories/bases.json'),
    JSON.stringify({ $schema: '../meta/directory.meta.json', columns, keep: { Open: ['yes'] } }),
  );
  writeFileSync(
    file,
    'Code,Base,Other Names,Open\nB1,NAS JAX,Jacksonville|Florida Station,yes\nB2,Fort Nowhere,,no\n',
  );
  storage = await openEmbeddedInMemory();
  directories = createSchoolDirectories({
    db: storage.db,
    clock: () => new Date(),
    onError: (task, error) => {
      throw new Error(task, { cause: error });
    },
    questionnaire: { definition: form([page([base])]) },
  });
});
afterAll(async () => {
  await directories.stop();
  await storage.close();
});

const bases = () => new Map(directories.sources).get('bases');
const importBases = (mapping: object) =>
  importLookup(
    { db: storage.db, clock: () => new Date(), directories },
    { category: 'bases', file, mapping },
  );

test('a configured directory is empty before its first import', async () => {
  expect(listDirectories(folder)).toEqual(['bases']);
  expect(await bases()?.search({ query: 'jacksonville', most: 5, client: '192.0.2.1' })).toEqual([]);
});

test('its import follows the mapping, and is found by name and alias', async () => {
  expect(await importBases(readDirectory('bases', folder))).toBe(
    'Imported 1 record into bases as "bases".\n  left out, Open is "no": 1',
  );
  const found = [{ id: 'bases:B1', text: 'NAS JAX', sub_text: '' }];
  expect(await bases()?.search({ query: 'nas', most: 5, client: '192.0.2.1' })).toEqual(found);
  expect(await bases()?.search({ query: 'jacksonville', most: 5, client: '192.0.2.1' })).toEqual(found);
  expect(await bases()?.find('bases:B1')).toMatchObject({ name: 'NAS JAX', code: 'B1' });
});

test('nothing is imported into an unknown directory', async () => {
  await expect(importBases({})).rejects.toThrow('"bases" is not a category of schools.');
  expect(() => readDirectory('zoos', folder)).toThrow('There is no file');
});
