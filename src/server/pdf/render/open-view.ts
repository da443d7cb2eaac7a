import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RenderOrder } from './render-order.ts';
import { createRequestRules, viewUrl } from './request-rules.ts';

/** Nothing listens there: whatever is not this server's own address ends at it, preconnections and look-ups too. */
const DEAD_END = 'http://127.0.0.1:9';
const READY = '[data-ready="true"]';
const READY_LIMIT_MS = 30_000;
/** Letter, in CSS pixels: 96 to the inch. */
const SHEET = { width: 816, height: 1056 };

/**
 * Opens the service view in a context of its own, which knows no session and no other page, and waits until it is drawn
 * completely. The caller closes `context`.
 *
 * @throws Error when the view refuses the token, breaks or is not ready in 30 seconds
 */
export async function openPrintView(
  browser: Browser,
  order: Pick<RenderOrder, 'origin' | 'token'>,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({
    acceptDownloads: false,
    serviceWorkers: 'block',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    viewport: SHEET,
    proxy: { server: DEAD_END, bypass: `<-loopback>,${new URL(order.origin).host}` },
  });
  try {
    await closeNetwork(context, order);
    const page = await context.newPage();
    context.on('page', (other) => void other.close().catch(() => undefined));
    await Promise.race([showView(page, order), failedView(page)]);
    return { context, page };
  } catch (error) {
    await context.close().catch(() => undefined);
    throw error;
  }
}

async function closeNetwork(
  context: BrowserContext,
  order: Pick<RenderOrder, 'origin' | 'token'>,
): Promise<void> {
  const isAllowed = createRequestRules(order);
  await context.routeWebSocket(/.*/, (socket) => void socket.close());
  await context.route('**/*', async (route, request) => {
    const asked = {
      url: request.url(),
      method: request.method(),
      isNavigation: request.isNavigationRequest(),
    };
    // A navigation that is aborted leaves the page as it is; blocked, it would put an error page in its place. A page
    // that is closed meanwhile needs no answer.
    await (isAllowed(asked) ? route.continue() : route.abort('aborted')).catch(() => undefined);
  });
}

async function showView(page: Page, order: Pick<RenderOrder, 'origin' | 'token'>): Promise<void> {
  await page.goto(viewUrl(order), { waitUntil: 'commit', timeout: READY_LIMIT_MS });
  await page.locator(READY).waitFor({ state: 'attached', timeout: READY_LIMIT_MS });
}

/** Rejects as soon as it is clear that the view will not come. */
function failedView(page: Page): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  page.on('crash', () => reject(new Error('The page crashed.')));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400) reject(new Error(`${pathname} was answered with ${response.status()}.`));
  });
  // Nobody waits any more once the view is shown.
  promise.catch(() => undefined);
  return promise;
}
