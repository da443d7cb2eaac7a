import { setImmediate } from 'node:timers/promises';
import type { OnFault } from '../fault-log.ts';
import type { DirectoryStore } from './directory-store.ts';
import type { LookupSource } from './lookup-source.ts';
import type { SchoolCategory } from './school-category.ts';
import type { SearchTurn } from './search-turns.ts';
import { createSearchIndexBuilder, type SearchIndex } from './search-index.ts';
import { loadStarter } from './starter/load-starter.ts';

export type SchoolDirectory = LookupSource & {
  /** Reads the directory now, so that the first student need not wait. A failure is told, and tried again later. */
  load(): Promise<void>;
  /** Reads no more, and waits until that is so. */
  stop(): Promise<void>;
};

export type SchoolDirectoryParts = {
  readonly category: SchoolCategory;
  readonly store: DirectoryStore;
  readonly clock: () => Date;
  readonly onFault: OnFault;
  /** Shared by all directories. */
  readonly inTurn: SearchTurn;
};

/** How long an import that another process made may stay unseen. */
const FRESH_MS = 15_000;

type Loaded = { readonly state: string; readonly index: SearchIndex };

/**
 * The directory of a category, searched in memory: the database is only asked whether there is a newer one. While
 * a newer one is read, the old one answers.
 */
export function createSchoolDirectory({
  category,
  store,
  clock,
  onFault,
  inTurn,
}: SchoolDirectoryParts): SchoolDirectory {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  let checkedAt = 0;
  const stopping = new AbortController();

  async function refresh(): Promise<Loaded> {
    let state = await stateOf(store, category);
    if (state === '') {
      await loadStarter(store, category, clock());
      state = await stateOf(store, category);
    }
    if (loaded?.state !== state)
      loaded = { state, index: await buildIndex(store, category, stopping.signal) };
    return loaded;
  }
  function load(): Promise<Loaded> {
    checkedAt = clock().getTime();
    loading ??= refresh().finally(() => {
      loading = undefined;
    });
    return loading;
  }
  async function loadQuietly(): Promise<void> {
    if (stopping.signal.aborted) return;
    try {
      await load();
    } catch (error) {
      if (!stopping.signal.aborted) onFault(`the directory ${category}`, error);
    }
  }
  return {
    load: loadQuietly,
    async stop() {
      stopping.abort();
      await loading?.catch(() => undefined);
    },
    async search(request) {
      if (loaded !== undefined && clock().getTime() - checkedAt >= FRESH_MS) void loadQuietly();
      const { index } = loaded ?? (await load());
      return inTurn(() => index.search(request));
    },
    async find(id) {
      return store.find(category, id);
    },
  };
}

/** Changes with every import. */
async function stateOf(store: DirectoryStore, category: SchoolCategory): Promise<string> {
  const sources = await store.listSources(category);
  return sources
    .map(({ source, version, importedAt }) => `${source} ${version} ${importedAt.toISOString()}`)
    .join(';');
}

async function buildIndex(
  store: DirectoryStore,
  category: SchoolCategory,
  signal: AbortSignal,
): Promise<SearchIndex> {
  const builder = createSearchIndexBuilder();
  for await (const page of store.entries(category)) {
    signal.throwIfAborted();
    for (const entry of page) builder.add(entry);
    // The embedded database answers without a turn of the event loop: between two pages the others have theirs.
    await setImmediate();
  }
  return builder.finish();
}
