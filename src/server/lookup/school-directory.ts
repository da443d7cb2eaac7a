import type { OnError } from '../http/error-log.ts';
import {
  isSchoolCategory,
  type LookupSource,
  type SchoolCategory,
  type SearchRequest,
  type Suggestion,
} from './directory-entry.ts';
import { type DirectoryStore, STARTER_IMPORT } from './directory-store.ts';
import { type RemoteIndex, type SearchThread, SearchThreadEnded } from './search-thread.ts';
import { join } from 'node:path';
import { importDirectory } from './import/import-directory.ts';

export type SchoolDirectory = Pick<LookupSource, 'find'> & {
  search(request: SearchRequest): Promise<readonly Suggestion[]>;
  /** Reads what is in use now, where it is another than the last time. A failure is logged, and tried again later. */
  load(): Promise<void>;
  /** Reads no more, and waits until that is so. */
  stop(): Promise<void>;
};

type DirectorySettings = {
  readonly category: string;
  readonly store: DirectoryStore;
  readonly clock: () => Date;
  readonly onError: OnError;
  /** Shared by all directories. */
  readonly thread: SearchThread;
};

type Loaded = { readonly state: string; readonly index: RemoteIndex };

/** Searches a category in memory, off the event loop. While a newer one is read, the old one answers. */
export function createSchoolDirectory({
  category,
  store,
  clock,
  onError,
  thread,
}: DirectorySettings): SchoolDirectory {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  const stopping = new AbortController();

  async function refresh(): Promise<Loaded> {
    let state = await directoryState(store, category);
    if (state === '' && isSchoolCategory(category)) {
      await loadStarter(store, category, clock());
      state = await directoryState(store, category);
    }
    if (loaded?.state !== state) {
      const older = loaded;
      loaded = { state, index: await buildIndex({ thread, store, category }, stopping.signal) };
      older?.index.drop();
    }
    return loaded;
  }
  function load(): Promise<Loaded> {
    loading ??= refresh().finally(() => {
      loading = undefined;
    });
    return loading;
  }
  async function loadIgnoringErrors(): Promise<void> {
    try {
      // One that is on its way may have looked before the newest import.
      await loading?.catch(() => undefined);
      if (!stopping.signal.aborted) await load();
    } catch (error) {
      if (!stopping.signal.aborted) onError(`the directory ${category}`, error);
    }
  }
  return {
    load: loadIgnoringErrors,
    async stop() {
      stopping.abort();
      await loading?.catch(() => undefined);
    },
    async search(request) {
      const searched = loaded ?? (await load());
      try {
        return await searched.index.search(request);
      } catch (error) {
        if (!(error instanceof SearchThreadEnded) || stopping.signal.aborted) throw error;
        if (loaded === searched) loaded = undefined;
        return (await load()).index.search(request);
      }
    },
    async find(id) {
      const record = await store.find(category, id);
      // What the file that was imported calls the entry; before it is the prefix of its directory.
      const code = id.slice(id.indexOf(':') + 1);
      return record && !isSchoolCategory(category) ? { ...record, code } : record;
    },
  };
}

/** Changes with every import. */
async function directoryState(store: DirectoryStore, category: string): Promise<string> {
  const sources = await store.listSources(category);
  return sources
    .map(({ source, version, importedAt }) => `${source} ${version} ${importedAt.toISOString()}`)
    .join(';');
}

/** Reads page by page: the next one while the thread takes the last, so that two are in memory at most. */
async function buildIndex(
  { thread, store, category }: Pick<DirectorySettings, 'thread' | 'store' | 'category'>,
  signal: AbortSignal,
): Promise<RemoteIndex> {
  signal.throwIfAborted();
  const index = thread.begin();
  let taken: Promise<unknown> = Promise.resolve();
  try {
    for await (const page of store.entries(category)) {
      signal.throwIfAborted();
      await taken;
      taken = index.add(page);
      // It is waited for before the next page.
      taken.catch(() => undefined);
    }
    await taken;
    await index.finish();
    return index;
  } catch (error) {
    index.drop();
    throw error;
  }
}

/** Fills an empty category with a few schools, to show the look-up; no substitute for the official files. */
async function loadStarter(store: DirectoryStore, category: SchoolCategory, now: Date): Promise<void> {
  const file = join(import.meta.dirname, 'starter', `${category}.csv`);
  const columns = { id: 'id', name: 'name', aliases: 'aliases', city: 'city', state: 'state' };
  await importDirectory(
    { store, now },
    { category, file, mapping: { source: STARTER_IMPORT, idPrefix: STARTER_IMPORT, columns } },
  );
}
