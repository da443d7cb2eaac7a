/**
 * Texts that are typed but not yet taken as answers. Text is taken when its control is left; a page that is
 * closed, or a log-out by timer, comes without leaving. So whoever saves asks for all drafts first.
 */
const pending = new Set<() => void>();
const watchers = new Set<() => void>();
let isListening = false;

/** Takes every text that is still being typed. To be called before saving, submitting or leaving the page. */
export function commitDrafts(): void {
  for (const commit of pending) commit();
}

/** True while something typed is not taken yet, so that nobody is told that all is saved. */
export function hasDrafts(): boolean {
  return pending.size > 0;
}

/** Tells when {@link hasDrafts} may have changed, in the shape that useSyncExternalStore takes. */
export function watchDrafts(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

/** Adds one draft's commit; it is called when the page is hidden or left, unless removed before. */
export function addDraft(commit: () => void): void {
  if (pending.has(commit)) return;
  listen();
  pending.add(commit);
  tellWatchers();
}

export function removeDraft(commit: () => void): void {
  if (pending.delete(commit)) tellWatchers();
}

function tellWatchers(): void {
  for (const watcher of watchers) watcher();
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  globalThis.addEventListener('pagehide', commitDrafts);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') commitDrafts();
  });
}
