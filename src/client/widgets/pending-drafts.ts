import { createListeners } from '../ui/observable.ts';
import { runAndReport } from '../ui/schedule.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';

/** Texts that are typed but not yet answers. A save commits them first, as does hiding the page. */
const pending = new Set<() => void>();
const changes = createListeners();
let isListening = false;

/** Takes every text that is still being typed. To be called before saving, submitting or leaving the page. */
export function commitDrafts(): void {
  for (const commit of pending) runAndReport(commit);
}

/** Whether any typed text is not committed yet. */
export function hasDrafts(): boolean {
  return pending.size > 0;
}

/** Subscribes to {@link hasDrafts}, for useSyncExternalStore. */
export const watchDrafts = changes.add;

/** Adds a draft's commit, called when the page is hidden. */
export function addDraft(commit: () => void): void {
  if (pending.has(commit)) return;
  listenToDrafts();
  pending.add(commit);
  changes.notify();
}

export function removeDraft(commit: () => void): void {
  if (pending.delete(commit)) changes.notify();
}

function listenToDrafts(): void {
  if (isListening) return;
  isListening = true;
  onPageHidden(commitDrafts);
}
