/**
 * Texts that are typed but not yet taken as answers. Text is taken when its control is left; a page that is
 * closed, or a log-out by timer, comes without leaving. So whoever saves asks for all drafts first.
 */
const pending = new Set<() => void>();
let isListening = false;

/** Takes every text that is still being typed. To be called before saving, submitting or leaving the page. */
export function commitDrafts(): void {
  for (const commit of pending) commit();
}

/** Adds one draft's commit; it is called when the page is hidden or left, unless removed before. */
export function addDraft(commit: () => void): void {
  listen();
  pending.add(commit);
}

export function removeDraft(commit: () => void): void {
  pending.delete(commit);
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  globalThis.addEventListener('pagehide', commitDrafts);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') commitDrafts();
  });
}
