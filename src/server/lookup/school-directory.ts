import type { OnError } from '../http/error-log.ts';
import type { DirectoryEntry, LookupSource, SearchRequest, Suggestion } from './directory-entry.ts';
import { type DirectoryStore, STARTER_IMPORT } from './directory-store.ts';
import { type RemoteIndex, type SearchThread, SearchThreadEnded } from './search-thread.ts';

export type SchoolDirectory = Pick<LookupSource, 'find'> & {
  search(request: SearchRequest): Promise<readonly Suggestion[]>;
  /** Loads the directory in use if it has changed. A failure is logged, and retried later. */
  load(): Promise<void>;
  /** Stops loading, and waits for it to end. */
  stop(): Promise<void>;
};

type DirectorySettings = {
  readonly category: string;
  /** Entries of an empty directory, which the first import replaces. */
  readonly starter: readonly DirectoryEntry[];
  readonly store: DirectoryStore;
  readonly clock: () => Date;
  readonly onError: OnError;
  /** Shared by all directories. */
  readonly thread: SearchThread;
};

type Loaded = { readonly state: string; readonly index: RemoteIndex };

/** Searches a category in memory, off the event loop. While a new version loads, the old one is used. */
export function createSchoolDirectory(settings: DirectorySettings): SchoolDirectory {
  const { category, starter, store, clock, onError, thread } = settings;
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  const stopping = new AbortController();

  async function refresh(): Promise<Loaded> {
    let state = await directoryState(store, category);
    if (state === '' && starter.length > 0) {
      await loadStarter(store, category, { starter, now: clock() });
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
      // A load in flight can predate the newest import.
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
      // ID of the entry in the imported file, without the directory's prefix.
      const code = id.slice(id.indexOf(':') + 1);
      return record && { ...record, code };
    },
  };
}

/** Returns a value that changes with every import. */
async function directoryState(store: DirectoryStore, category: string): Promise<string> {
  const sources = await store.listSources(category);
  return sources
    .map(({ source, version, importedAt }) => `${source} ${version} ${importedAt.toISOString()}`)
    .join(';');
}

/** Reads the next page while the thread indexes the last, so that at most two are in memory. */
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
      // Awaited before the next page.
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

async function loadStarter(
  store: DirectoryStore,
  category: string,
  { starter, now }: { readonly starter: readonly DirectoryEntry[]; readonly now: Date },
): Promise<void> {
  const key = await store.beginImport(category, STARTER_IMPORT);
  await store.addEntries(key, starter);
  await store.publish(key, now);
}
