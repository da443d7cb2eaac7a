const RELOADED_AT = 'matricula:reloaded-at';
/** A second failure within this time is an error, not a new version. */
const ONCE_WITHIN_MS = 30_000;

/** What of a window is needed here. */
type Page = EventTarget & {
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly location: Pick<Location, 'reload' | 'href'>;
  readonly fetch: (address: string, init: RequestInit) => Promise<Pick<Response, 'ok'>>;
};

/**
 * Reloads the page when a reachable server lacks a chunk.
 *
 * A newer version has replaced it, or the connection was lost for a while: Chromium does not try a failed module again
 * (HTML standard issue 6768). What is typed is saved on the way out.
 *
 * @param page the window: where Vite reports the failure, and what remembers the last reload
 * @param now milliseconds
 */
export function reloadOnNewerBuild(page: Page, now: () => number): void {
  const mayReload = (): boolean => {
    const last = Number(page.sessionStorage.getItem(RELOADED_AT) ?? 0);
    return now() - last >= ONCE_WITHIN_MS;
  };
  const reloadIfReachable = async (): Promise<void> => {
    // Checked again afterwards: several parts may fail together.
    if (!mayReload() || !(await isReachable(page)) || !mayReload()) return;
    page.sessionStorage.setItem(RELOADED_AT, String(now()));
    page.location.reload();
  };
  page.addEventListener('vite:preloadError', () => void reloadIfReachable());
}

async function isReachable(page: Page): Promise<boolean> {
  try {
    return (await page.fetch(page.location.href, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
