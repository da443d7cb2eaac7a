import { createListeners } from '../ui/observable.ts';
import { runAndReport } from '../ui/schedule.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';

/** Commit functions of uncommitted text, called before saving and on page hide. */
const pending = new Set<() => void>();
const changes = createListeners();
let isListening = false;

/** Commits all typed text. Call before saving, submitting or leaving the page. */
export function commitDrafts(): void {
  for (const commit of pending) runAndReport(commit);
}

/** Whether any typed text is uncommitted. */
export function hasDrafts(): boolean {
  return pending.size > 0;
}

/** Subscribes to {@link hasDrafts}, for useSyncExternalStore. */
export const watchDrafts = changes.add;

/** Adds a draft's commit function, also called on page hide. */
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
