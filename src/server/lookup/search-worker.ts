import { parentPort } from 'node:worker_threads';
import type { Suggestion } from './directory-entry.ts';
import { createSearchIndexBuilder, type SearchIndex, type SearchIndexBuilder } from './search-index.ts';
import type { SearchAnswer, SearchCall, SearchTask } from './search-thread.ts';

type IndexBuild = { readonly builder: SearchIndexBuilder; finished?: SearchIndex };

/** Serves searches in a thread with all indexes, so that searches do not delay saves. */
function serveSearches(): void {
  const held = new Map<number, IndexBuild>();
  parentPort?.on('message', ({ call, task }: SearchCall) => {
    parentPort?.postMessage(answer(call, task));
  });

  function answer(call: number, task: SearchTask): SearchAnswer {
    try {
      return { call, suggestions: perform(task) };
    } catch (fault) {
      return { call, fault };
    }
  }

  function perform(task: SearchTask): readonly Suggestion[] {
    if (task.kind === 'begin') held.set(task.index, { builder: createSearchIndexBuilder() });
    if (task.kind === 'drop') held.delete(task.index);
    const index = held.get(task.index);
    if (task.kind === 'add') for (const entry of task.entries) index?.builder.add(entry);
    if (task.kind === 'finish' && index) index.finished = index.builder.finish();
    return task.kind === 'search' ? (index?.finished?.search(task.request) ?? []) : [];
  }
}

serveSearches();
