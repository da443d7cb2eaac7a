import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDirectoryStore } from '#server/lookup/directory-store.ts';
import { createSchoolDirectory } from '#server/lookup/school-directory.ts';
import type { Storage } from '#server/storage/database.ts';
import { openEmbeddedInMemory } from '#test/server/test-storage.ts';

const clock = (): Date => new Date();
let storage: Storage;
beforeAll(async () => {
  storage = await openEmbeddedInMemory();
});
afterAll(() => storage.close());

test('a directory leaves turns to others while it is read', async () => {
  const store = createDirectoryStore(storage.db);
  const key = await store.beginImport('hs_ceeb', 'many');
  const rest = {
    aliases: '',
    address_line_1: '',
    city: 'Denver',
    state: 'CO',
    zip: '',
    country: 'USA',
    weight: 0,
  };
  const schools = Array.from({ length: 3500 }, (_, at) => ({ ...rest, id: `x:${at}`, name: `School ${at}` }));
  await store.addEntries(key, schools);
  await store.publish(key, new Date());
  const directory = createSchoolDirectory({ category: 'hs_ceeb', store, clock, onFault: () => undefined });
  let turns = 0;
  let isLoading = true;
  const takeTurn = (): void => {
    turns += 1;
    if (isLoading) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  await directory.load();
  isLoading = false;
  expect(turns).toBeGreaterThanOrEqual(3);
  expect(await directory.search({ query: 'school 3499', most: 1 })).toEqual([
    { id: 'x:3499', text: 'School 3499', sub_text: 'Denver, CO' },
  ]);
});
