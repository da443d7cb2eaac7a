import { afterAll, describe, expect, test } from 'vitest';
import { createDirectoryStore, type DirectoryStore } from '#server/lookup/directory-store.ts';
import { createSchoolDirectory, type SchoolDirectory } from '#server/lookup/school-directory.ts';
import { createSchoolDirectories } from '#server/lookup/school-directories.ts';
import { createSearchThread } from '#server/lookup/search-thread.ts';
import { openSuiteStorage } from '#test/server/test-storage.ts';
import { EAST_HIGH } from './school-fixture.ts';

const faults: unknown[] = [];
const thread = createSearchThread((_task, error) => faults.push(error));
const storage = await openSuiteStorage();
afterAll(() => thread.close());

/** A store with this many schools. */
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

function directoryOf(store: DirectoryStore): SchoolDirectory {
  return createSchoolDirectory({
    category: 'hs_ceeb',
    starter: [],
    store,
    thread,
    onError: (_task, error) => faults.push(error),
  });
}

test('a loading directory yields to other work', async () => {
  const store = await storeOf(3500);
  const directory = directoryOf(store);
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

test('a loading directory stops silently with the server', async () => {
  const store = await storeOf(3500);
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
  const directory = directoryOf(counting);
  await directory.load();
  await stopped;
  await directory.load();
  expect([pages, faults]).toEqual([1, []]);
});

test('a directory reloads after its thread ends, and answers the search', async () => {
  let reads = 0;
  const store = await storeOf(2);
  const counting: DirectoryStore = {
    ...store,
    entries(category) {
      reads += 1;
      return store.entries(category);
    },
  };
  const directory = directoryOf(counting);
  const search = async (): Promise<readonly string[]> =>
    (await directory.search({ query: 'school', most: 5 })).map(({ text }) => text);
  const found = ['School 0', 'School 1'];
  expect(await search()).toEqual(found);
  await thread.close();
  expect(await Promise.all([search(), search()])).toEqual([found, found]);
  expect([reads, faults]).toEqual([2, []]);
});

test('a stopped directory starts no thread', async () => {
  const directory = directoryOf(await storeOf(1));
  await directory.stop();
  await expect(directory.search({ query: 'school', most: 5 })).rejects.toThrow('abort');
});

const suggested = (school: string) => expect.objectContaining({ text: school });

async function publishCollege(name: string): Promise<void> {
  const store = createDirectoryStore(storage.db);
  const key = await store.beginImport('college_ceeb', 'some');
  await store.addEntries(key, [{ ...EAST_HIGH, id: `y:${name}`, name }]);
  await store.publish(key, new Date());
}

function openDirectories() {
  const directories = createSchoolDirectories({
    db: storage.db,
    onError: (_task, error) => faults.push(error),
  });
  const search = async (query: string) =>
    new Map(directories.sources).get('college_ceeb')?.search({ query, most: 5, client: '192.0.2.1' });
  return { ...directories, search };
}

describe('the directories of a server', () => {
  test('find earlier imports, even those during loading', async () => {
    const directories = openDirectories();
    await publishCollege('First College');
    const early = directories.load();
    await publishCollege('Second College');
    await directories.load();
    expect(await directories.search('second')).toEqual([suggested('Second College')]);
    await early;
    await directories.stop();
  });

  test('are loading until they can be searched', async () => {
    const directories = openDirectories();
    expect(directories.isFirstReading()).toBe(false);
    directories.watch(10);
    expect(directories.isFirstReading()).toBe(true);
    await expect.poll(() => directories.isFirstReading()).toBe(false);
    await directories.stop();
  });

  test('load imports of other processes by themselves', async () => {
    await publishCollege('Third College');
    const directories = openDirectories();
    directories.watch(10);
    await expect.poll(() => directories.search('third')).toEqual([suggested('Third College')]);
    await publishCollege('Fourth College');
    await expect.poll(() => directories.search('fourth')).toEqual([suggested('Fourth College')]);
    await directories.stop();
  });
});
