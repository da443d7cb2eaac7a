const RELOADED_AT = 'matricula:reloaded-at';
/** Milliseconds during which a second failure is an error, not an update. */
const ONCE_WITHIN_MS = 30_000;

/** The window members used here. */
type Page = EventTarget & {
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly location: Pick<Location, 'reload' | 'href'>;
  readonly fetch: (address: string, init: RequestInit) => Promise<Pick<Response, 'ok'>>;
};

/**
 * Reloads the page when a reachable server lacks a chunk.
 * Either a newer version replaced it, or the connection was lost: Chromium does not retry failed modules (HTML standard
 * issue 6768). Typed text is saved on unload.
 *
 * @param page the window, for Vite's failure events and the time of the last reload
 * @param now milliseconds
 */
export function reloadOnNewerBuild(page: Page, now: () => number): void {
  const mayReload = (): boolean => {
    const last = Number(page.sessionStorage.getItem(RELOADED_AT) ?? 0);
    return now() - last >= ONCE_WITHIN_MS;
  };
  const reloadIfReachable = async (): Promise<void> => {
    // Checked again, because several chunks can fail together.
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
