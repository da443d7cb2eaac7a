import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDirectoryStore, type DirectoryStore } from '#server/lookup/directory-store.ts';
import { createSchoolDirectory } from '#server/lookup/school-directory.ts';
import { createSearchTurns } from '#server/lookup/search-turns.ts';
import type { Storage } from '#server/storage/database.ts';
import { openEmbeddedInMemory } from '#test/server/test-storage.ts';
import { EAST_HIGH } from './school-fixture.ts';

const inTurn = createSearchTurns();

const clock = (): Date => new Date();
let storage: Storage;
beforeAll(async () => {
  storage = await openEmbeddedInMemory();
});
afterAll(() => storage.close());

/** A store with so many schools. */
async function storeOf(count: number): Promise<DirectoryStore> {
  const store = createDirectoryStore(storage.db);
  const key = await store.beginImport('hs_ceeb', 'many');
  const schools = Array.from({ length: count }, (_, at) => ({
    ...EAST_HIGH,
    id: `x:${at}`,
    name: `School ${at}`,
  }));
  await store.addEntries(key, schools);
  await store.publish(key, new Date());
  return store;
}

test('a directory leaves turns to others while it is read', async () => {
  const store = await storeOf(3500);
  const directory = createSchoolDirectory({
    category: 'hs_ceeb',
    store,
    clock,
    inTurn,
    onFault: () => undefined,
  });
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

test('a directory that is being read stops at once, and quietly, when the server does', async () => {
  const store = await storeOf(3500);
  const faults: unknown[] = [];
  let pages = 0;
  let stopped: Promise<void> | undefined;
  const counting: DirectoryStore = {
    ...store,
    async *entries(category) {
      for await (const page of store.entries(category)) {
        pages += 1;
        stopped = directory.stop();
        yield page;
      }
    },
  };
  const directory = createSchoolDirectory({
    inTurn,
    category: 'hs_ceeb',
    store: counting,
    clock,
    onFault: (_task, error) => faults.push(error),
  });
  await directory.load();
  await stopped;
  await directory.load();
  expect([pages, faults]).toEqual([1, []]);
});
