import { Worker } from 'node:worker_threads';
import type { OnError } from '../http/error-log.ts';
import type { DirectoryEntry, SearchRequest, Suggestion } from './directory-entry.ts';

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

type Running = ReturnType<typeof startThread>;

/** An index in the other thread. */
export type RemoteIndex = ReturnType<typeof indexIn>;

/** Searches off the event loop. */
export type SearchThread = ReturnType<typeof createSearchThread>;

/** One thread for all directories. A thread that ends by itself is reported as a fault. */
export function createSearchThread(onError: OnError) {
  let running: Running | undefined;
  let begun = 0;
  return {
    /** A new, empty index. Starts the thread when there is none, or when the last one ended. */
    begin(): RemoteIndex {
      if (running === undefined || running.ended()) running = startThread(onError);
      begun += 1;
      return indexIn(running.perform, begun);
    },
    async close(): Promise<void> {
      await running?.stop();
    },
  };
}

/** All calls fail with {@link SearchThreadEnded} once the thread has ended. */
function indexIn(perform: Running['perform'], index: number) {
  // A thread that has ended fails the next call too, which is waited for.
  perform({ kind: 'begin', index }).catch(() => undefined);
  return {
    /** Wait for it before the next: what was not taken yet would be in memory twice. */
    add: (entries: readonly DirectoryEntry[]) => perform({ kind: 'add', index, entries }),
    /** Nothing is found before. */
    finish: () => perform({ kind: 'finish', index }),
    search: (request: SearchRequest) => perform({ kind: 'search', index, request }),
    /** Frees its memory, after the searches that are under way. */
    drop: () => void perform({ kind: 'drop', index }).catch(() => undefined),
  };
}

function startThread(onError: OnError) {
  // Not the server's environment: there is nothing in it that a search needs.
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { env: {} });
  const waiting = new Map<number, PromiseWithResolvers<readonly Suggestion[]>>();
  let calls = 0;
  let isEnded = false;
  worker.on('message', (answer: SearchAnswer) => {
    const call = waiting.get(answer.call);
    waiting.delete(answer.call);
    if ('fault' in answer) call?.reject(answer.fault);
    else call?.resolve(answer.suggestions);
  });
  worker.on('error', (error) => onError('the search of schools', error));
  worker.on('exit', () => {
    isEnded = true;
    for (const { reject } of waiting.values()) reject(new SearchThreadEnded());
    waiting.clear();
  });
  return {
    ended: () => isEnded,
    stop: () => worker.terminate(),
    perform: (task: SearchTask): Promise<readonly Suggestion[]> => {
      if (isEnded) return Promise.reject(new SearchThreadEnded());
      const call = Promise.withResolvers<readonly Suggestion[]>();
      calls += 1;
      waiting.set(calls, call);
      worker.postMessage({ call: calls, task } satisfies SearchCall);
      return call.promise;
    },
  };
}
