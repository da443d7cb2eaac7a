import { Worker } from 'node:worker_threads';
import type { OnError } from '../http/error-log.ts';
import type { DirectoryEntry, SearchRequest, Suggestion } from './directory-entry.ts';

/** The thread ended, with its indexes and calls in flight. Indexes can be rebuilt. */
export class SearchThreadEnded extends Error {
  constructor() {
    super('The thread that searches schools ended.');
  }
}

/** Tasks of the thread, with the number of an index. */
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

/** An index in the search thread. */
export type RemoteIndex = ReturnType<typeof indexIn>;

/** Runs searches off the event loop. */
export type SearchThread = ReturnType<typeof createSearchThread>;

/** Creates one thread for all directories. Its unexpected end is reported as an error. */
export function createSearchThread(onError: OnError) {
  let running: Running | undefined;
  let begun = 0;
  return {
    /** Creates an empty index. Starts the thread if it is not running. */
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
  // If the thread has ended, the next call fails too, and is awaited.
  perform({ kind: 'begin', index }).catch(() => undefined);
  return {
    /** Await it before the next call: unprocessed entries would be in memory twice. */
    add: (entries: readonly DirectoryEntry[]) => perform({ kind: 'add', index, entries }),
    /** Makes the index searchable. */
    finish: () => perform({ kind: 'finish', index }),
    search: (request: SearchRequest) => perform({ kind: 'search', index, request }),
    /** Frees its memory after searches in flight. */
    drop: () => void perform({ kind: 'drop', index }).catch(() => undefined),
  };
}

function startThread(onError: OnError) {
  // Without the server's environment, which no search needs.
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
