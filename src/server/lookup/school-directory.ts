import type { OnError } from '../http/error-log.ts';
import type { DirectoryEntry, LookupSource, SearchRequest, Suggestion } from './directory-entry.ts';
import type { DirectoryStore } from './directory-store.ts';
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
  readonly onError: OnError;
  /** Shared by all directories. */
  readonly thread: SearchThread;
};

type Loaded = { readonly state: string; readonly index: RemoteIndex };

/** Searches a category in memory, off the event loop. While a new version loads, the old one is used. */
export function createSchoolDirectory(settings: DirectorySettings): SchoolDirectory {
  const { category, starter, store, onError, thread } = settings;
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  const stopping = new AbortController();

  async function refresh(): Promise<Loaded> {
    const state = await directoryState(store, category);
    if (loaded?.state !== state) {
      const older = loaded;
      const pages = state === '' ? [starter] : store.entries(category);
      loaded = { state, index: await buildIndex(thread, pages, stopping.signal) };
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
      const record = (await store.find(category, id)) ?? starterRecord(starter, id);
      // ID of the entry in the imported file, without the directory's prefix.
      const code = id.slice(id.indexOf(':') + 1);
      return record && { ...record, code };
    },
  };
}

function starterRecord(starter: readonly DirectoryEntry[], id: string) {
  const entry = starter.find((each) => each.id === id);
  if (entry === undefined) return undefined;
  const { name, address_line_1, city, state, zip, country } = entry;
  return { name, ceeb: null, address_line_1, city, state, zip, country };
}

/** Returns a value that changes with every import; '' without one. */
async function directoryState(store: DirectoryStore, category: string): Promise<string> {
  const sources = await store.listSources(category);
  return sources
    .map(({ source, version, importedAt }) => `${source} ${version} ${importedAt.toISOString()}`)
    .join(';');
}

/** Reads the next page while the thread indexes the last, so that at most two are in memory. */
async function buildIndex(
  thread: SearchThread,
  pages: AsyncIterable<readonly DirectoryEntry[]> | Iterable<readonly DirectoryEntry[]>,
  signal: AbortSignal,
): Promise<RemoteIndex> {
  signal.throwIfAborted();
  const index = thread.begin();
  let taken: Promise<unknown> = Promise.resolve();
  try {
    for await (const page of pages) {
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
