import { createListeners } from '../ui/observable.ts';
import { onPageHidden } from '#client/ui/page-visibility.ts';

/** Texts that are typed but not yet answers. A save commits them first, as does hiding the page. */
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
