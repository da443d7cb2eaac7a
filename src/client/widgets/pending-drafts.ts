import { createListeners } from '../ui/observable.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';

/**
 * Texts that are typed but not yet taken as answers. Text is taken when its control is left; a page that is
 * closed, or a log-out by timer, comes without leaving. So a save asks for all drafts first.
 */
const pending = new Set<() => void>();
const changes = createListeners();
let isListening = false;

/** Takes every text that is still being typed. To be called before saving, submitting or leaving the page. */
export function commitDrafts(): void {
  for (const commit of pending) commit();
}

/** True while something typed is not taken yet, so that the page does not say that all is saved. */
export function hasDrafts(): boolean {
  return pending.size > 0;
}

/** Calls the listener when {@link hasDrafts} may have changed, in the shape that useSyncExternalStore takes. */
export const watchDrafts = changes.add;

/** Adds one draft's commit; it is called when the page is hidden or left, unless removed before. */
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
