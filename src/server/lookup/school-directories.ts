import { repeatWork } from '../http/background-work.ts';
import type { OnError } from '../http/error-log.ts';
import type { Database } from '../database/database.ts';
import { createDirectoryStore } from './directory-store.ts';
import type { LookupSource } from './directory-entry.ts';
import { DIRECTORIES, type Directories } from './import/mapping.ts';
import { createSchoolDirectory } from './school-directory.ts';
import { createSearchThread } from './search-thread.ts';
import { createBoundedQueue, createKeyedQueue, type KeyedQueue } from '../limits/bounded-queue.ts';
import { customerOf } from '../limits/client-limits.ts';
import { TooManyRequests } from '../http/refusal.ts';
import { lookupTexts } from '#texts/say.ts';

/** Directories of all categories in this process. */
export type SchoolDirectories = {
  /** By category. */
  readonly sources: readonly (readonly [string, LookupSource])[];
  /** Loads all earlier imports. */
  load(): Promise<void>;
  /** Loads the directories in advance, and polls for imports by other processes. */
  watch(everyMs?: number): void;
  /** Whether `watch` is still loading all directories for the first time. */
  isFirstReading(): boolean;
  stop(): Promise<void>;
};

type DirectoriesSettings = {
  readonly db: Database;
  readonly onError: OnError;
  /** Default: those of the form. */
  readonly described?: Directories;
};

/** Polling interval for imports of other processes: two small statements, which no search waits for. */
const WATCH_MS = 5000;

export function createSchoolDirectories({
  db,
  onError,
  described = DIRECTORIES,
}: DirectoriesSettings): SchoolDirectories {
  const store = createDirectoryStore(db);
  const thread = createSearchThread(onError);
  const inTurn = createSearchTurns();
  const directories = Object.entries(described).map(
    ([category, { starter }]) =>
      [category, createSchoolDirectory({ category, starter, store, onError, thread })] as const,
  );
  let stopWatching: (() => Promise<void>) | undefined;
  let isFirst = false;
  // Sequentially: each can take some seconds.
  async function load(): Promise<void> {
    for (const [, directory] of directories) await directory.load();
  }
  return {
    sources: directories.map(([category, directory]) => [
      category,
      {
        find: (id) => directory.find(id),
        search: ({ client, ...request }) => inTurn(client, () => directory.search(request)),
      },
    ]),
    load,
    watch(everyMs = WATCH_MS) {
      isFirst = true;
      const run = (): Promise<void> => load().finally(() => (isFirst = false));
      stopWatching = repeatWork(run, everyMs, (error) => onError('the directories', error));
    },
    isFirstReading: () => isFirst,
    async stop() {
      await Promise.all(directories.map(([, directory]) => directory.stop()));
      await stopWatching?.();
      await thread.close();
    },
  };
}

/** One thread runs searches sequentially, for some milliseconds each. */
const AGAIN_MS = 1000;
const full = (): TooManyRequests => new TooManyRequests(AGAIN_MS, lookupTexts.manySearches);

/** Queues searches by address. @throws TooManyRequests when a queue is full */
export function createSearchTurns(): KeyedQueue {
  // Two per client, to keep the thread busy; others wait for no more than these.
  const ofClient = createKeyedQueue({ atOnce: 2, waiting: 100, full });
  // In total: some tenths of a second at most.
  const ofAll = createBoundedQueue({ atOnce: 10, waiting: 100, full });
  return (ip, work) => ofClient(customerOf(ip), () => ofAll(work));
}
