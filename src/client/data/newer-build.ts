const RELOADED_AT = 'matricula:reloaded-at';
/** A second failure so soon after is no new version but a fault; it goes to the error screen. */
const ONCE_WITHIN_MS = 30_000;

/** What of a window is needed here. */
type Page = EventTarget & {
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly location: Pick<Location, 'reload'>;
};

/**
 * Reloads the page when a part of the client cannot be loaded because a newer version has replaced it since the
 * page was opened. What is typed is saved on the way out, as on any other reload.
 *
 * @param page the window: where Vite reports the failure, and what remembers the last reload
 * @param now milliseconds
 */
export function reloadOnNewerBuild(page: Page, now: () => number): void {
  page.addEventListener('vite:preloadError', (event) => {
    const last = Number(page.sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (now() - last < ONCE_WITHIN_MS) return;
    page.sessionStorage.setItem(RELOADED_AT, String(now()));
    event.preventDefault();
    page.location.reload();
  });
}
