import { type Browser, chromium, type Page } from 'playwright-core';
import type { ChromiumSettings } from '../browser/chromium-files.ts';
import { type ChromiumLaunch, startIsolated } from '../browser/chromium-launch.ts';
import { openPrintView, type PrintView, type ViewAddress } from './open-print-view.ts';

/** Renderings before a browser is replaced, because of its memory leaks. */
const JOBS_PER_BROWSER = 100;
/** Creates a browser and page, started at first use and then reused. */
export function createWarmBrowser(settings: ChromiumSettings) {
  let launch: ChromiumLaunch | undefined;
  let browser: Browser | undefined;
  let view: PrintView | undefined;
  let jobs = 0;
  async function close(): Promise<void> {
    const closing = browser;
    [browser, view] = [undefined, undefined];
    await closing?.close().catch(() => undefined);
  }
  /** Returns the current browser while it is usable. */
  function present(): Browser | undefined {
    return browser?.isConnected() === true && jobs < JOBS_PER_BROWSER ? browser : undefined;
  }
  async function started(): Promise<Browser> {
    await close();
    jobs = 0;
    if (launch === undefined) ({ browser, launch } = await startIsolated(settings));
    else browser = await chromium.launch(launch);
    return browser;
  }
  async function opened(address: ViewAddress): Promise<PrintView> {
    await view?.close();
    view = undefined;
    view = await openPrintView(present() ?? (await started()), address);
    return view;
  }
  return {
    /**
     * Runs `work`, one at a time, with a page that shows an application: in the former page if possible, and after a
     * failure there once more in a new browser.
     * @throws Error if the view does not appear or the browser is gone
     */
    async use<Result>(
      address: ViewAddress,
      work: (page: Page, isSandboxed: boolean) => Promise<Result>,
    ): Promise<Result> {
      const done = (shown: PrintView) => {
        jobs += 1;
        return work(shown.page, launch?.chromiumSandbox === true);
      };
      if (present() !== undefined && view?.canTurnTo(address) === true) {
        try {
          await view.turnTo(address);
          return await done(view);
        } catch {
          await close();
        }
      }
      return done(await opened(address));
    },
    close,
  };
}
