import { Worker } from 'node:worker_threads';
import type { OnFault } from '../http/error-log.ts';
import type { DirectoryEntry, Suggestion } from './directory-entry.ts';
import type { SearchRequest } from './search-index.ts';

/** An index in the other thread. All calls fail with {@link SearchThreadEnded} once that thread has ended. */
export interface RemoteIndex {
  /** Wait for it before the next: what was not taken yet would be in memory twice. */
  add(entries: readonly DirectoryEntry[]): Promise<void>;
  /** Nothing is found before. */
  finish(): Promise<void>;
  search(request: SearchRequest): Promise<readonly Suggestion[]>;
  /** Frees its memory, after the searches that are under way. */
  drop(): void;
}

/** Searches off the event loop. */
export interface SearchThread {
  /** A new, empty index. Starts the thread when there is none, or when the last one ended. */
  begin(): RemoteIndex;
  close(): Promise<void>;
}

/** The indexes are gone, and with them the calls under way; they can be rebuilt. */
export class SearchThreadEnded extends Error {
  constructor() {
    super('The thread that searches schools ended.');
  }
}

/** What the thread is asked to do, with the number of an index. */
export type SearchTask = { readonly index: number } & (
  | { readonly kind: 'begin' | 'finish' | 'drop' }
  | { readonly kind: 'add'; readonly entries: readonly DirectoryEntry[] }
  | { readonly kind: 'search'; readonly request: SearchRequest }
);
export type SearchCall = { readonly call: number; readonly task: SearchTask };
export type SearchAnswer = { readonly call: number } & (
  | { readonly suggestions: readonly Suggestion[] }
  | { readonly fault: unknown }
);

type Running = {
  readonly perform: (task: SearchTask) => Promise<readonly Suggestion[]>;
  readonly ended: () => boolean;
  readonly stop: () => Promise<unknown>;
};

/** One thread for all directories. A thread that ends by itself is reported as a fault. */
export function createSearchThread(onFault: OnFault): SearchThread {
  let running: Running | undefined;
  let begun = 0;
  return {
    begin() {
      if (running === undefined || running.ended()) running = startThread(onFault);
      const { perform } = running;
      begun += 1;
      return indexIn(perform, begun);
    },
    async close() {
      await running?.stop();
    },
  };
}

function indexIn(perform: Running['perform'], index: number): RemoteIndex {
  // A thread that has ended fails the next call too, which is waited for.
  perform({ kind: 'begin', index }).catch(() => undefined);
  return {
    async add(entries) {
      await perform({ kind: 'add', index, entries });
    },
    async finish() {
      await perform({ kind: 'finish', index });
    },
    search: (request) => perform({ kind: 'search', index, request }),
    drop() {
      perform({ kind: 'drop', index }).catch(() => undefined);
    },
  };
}

type Waiting = {
  readonly resolve: (suggestions: readonly Suggestion[]) => void;
  readonly reject: (fault: unknown) => void;
};

function startThread(onFault: OnFault): Running {
  // Not the server's environment: there is nothing in it that a search needs.
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { env: {} });
  const waiting = new Map<number, Waiting>();
  let calls = 0;
  let isEnded = false;
  worker.on('message', (answer: SearchAnswer) => {
    const { resolve, reject } = waiting.get(answer.call) ?? {};
    waiting.delete(answer.call);
    if ('fault' in answer) reject?.(answer.fault);
    else resolve?.(answer.suggestions);
  });
  worker.on('error', (error) => onFault('the search of schools', error));
  worker.on('exit', () => {
    isEnded = true;
    for (const { reject } of waiting.values()) reject(new SearchThreadEnded());
    waiting.clear();
  });
  return {
    ended: () => isEnded,
    stop: () => worker.terminate(),
    perform: (task) =>
      new Promise((resolve, reject) => {
        if (isEnded) {
          reject(new SearchThreadEnded());
          return;
        }
        calls += 1;
        waiting.set(calls, { resolve, reject });
        worker.postMessage({ call: calls, task } satisfies SearchCall);
      }),
  };
}
