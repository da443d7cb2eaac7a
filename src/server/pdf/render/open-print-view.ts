import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import { language } from '#texts/language.ts';
import type { RenderRequest } from './render-request.ts';

/** A page with an application's service view, ready to print. */
export type PrintView = {
  readonly page: Page;
  /**
   * Whether it can render that application next: it shows another, in the same language, and made no forbidden request.
   */
  canTurnTo(address: ViewAddress): boolean;
  /** Renders another application without reloading. @throws Error like {@link openPrintView} */
  turnTo(address: ViewAddress): Promise<void>;
  close(): Promise<void>;
};

/** An unused port to which all addresses are proxied, including preconnections and look-ups. */
const DEAD_END = 'http://127.0.0.1:9';
/** Rendered completely, and not the former content. */
const READY = '[data-ready="true"]:not([data-past])';
const READY_LIMIT_MS = 30_000;
/** Set by views that re-render when the address changes. */
const FOLLOWS = '[data-follows-address]';
/** Letter, in CSS pixels at 96 per inch. */
const SHEET = { width: 816, height: 1056 };

/**
 * Opens the service view in its own context, completely rendered. The caller closes it.
 * @throws Error if the view refuses the token, crashes or is not ready in 30 seconds
 */
export async function openPrintView(browser: Browser, address: ViewAddress): Promise<PrintView> {
  const { locale } = language();
  const context = await browser.newContext({
    acceptDownloads: false,
    serviceWorkers: 'block',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale,
    viewport: SHEET,
    proxy: { server: DEAD_END, bypass: '<-loopback>' },
  });
  const close = (): Promise<void> => context.close().catch(() => undefined);
  try {
    const rules = createRequestRules(address);
    await closeNetwork(context, rules);
    const page = await context.newPage();
    context.on('page', (other) => void other.close().catch(() => undefined));
    const show = showing(page);
    await show(() => page.goto(viewUrl(address), { waitUntil: 'commit', timeout: READY_LIMIT_MS }));
    const follows = (await page.locator(FOLLOWS).count()) > 0;
    let shown = address.token;
    return {
      page,
      canTurnTo: ({ origin, token }) =>
        follows &&
        rules.isObeyed() &&
        origin === address.origin &&
        token !== shown &&
        locale === language().locale,
      async turnTo({ origin, token }) {
        shown = token;
        rules.turnTo(token);
        await show(() => page.evaluate(changeAddress, viewUrl({ origin, token })));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function closeNetwork(context: BrowserContext, rules: RequestRules): Promise<void> {
  await context.routeWebSocket(/.*/, (socket) => void socket.close());
  await context.route('**/*', async (route, request) => {
    // An aborted navigation leaves the page as it is; a blocked one would show an error page. A page closed in the
    // meantime needs no response.
    await (rules.isAllowed(request) ? answer(route, request) : route.abort('aborted')).catch(() => undefined);
  });
}

/** Answers a request from this process: the browser itself has no network. */
async function answer(route: Route, request: Request): Promise<void> {
  const sent = fetch(request.url(), { headers: request.headers(), redirect: 'manual' });
  const response = await sent.catch(() => undefined);
  // The server is gone: the page fails now instead of waiting.
  if (response === undefined) return route.abort('connectionfailed');
  const { 'content-encoding': _decoded, ...headers } = Object.fromEntries(response.headers);
  const body = Buffer.from(await response.arrayBuffer());
  await route.fulfill({ status: response.status, headers, body });
}

/** @returns a function that starts a rendering and waits for it; rejects as soon as the view cannot appear */
function showing(page: Page): (begin: () => Promise<unknown>) => Promise<void> {
  let fail: ((error: Error) => void) | undefined;
  page.on('crash', () => fail?.(new Error('The page crashed.')));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400) fail?.(new Error(`${pathname} was answered with ${response.status()}.`));
  });
  return async (begin) => {
    const failed = Promise.withResolvers<never>();
    fail = failed.reject;
    // Not awaited once the view is shown.
    failed.promise.catch(() => undefined);
    const shown = async (): Promise<void> => {
      await begin();
      await page.locator(READY).waitFor({ state: 'attached', timeout: READY_LIMIT_MS });
    };
    await Promise.race([shown(), failed.promise]);
  };
}

/** Types of the used part of the page's DOM. */
declare const document: {
  querySelectorAll(selector: string): Iterable<{ setAttribute(name: string, value: string): void }>;
};
declare const history: { replaceState(state: null, unused: string, url: string): void };
declare const PopStateEvent: new (kind: string) => Event;
declare function dispatchEvent(event: Event): void;

/** Navigates as in the history. Runs in the page, without access to this file. */
function changeAddress(url: string): void {
  for (const rendered of document.querySelectorAll('[data-ready]')) rendered.setAttribute('data-past', '');
  history.replaceState(null, '', url);
  dispatchEvent(new PopStateEvent('popstate'));
}

export type ViewAddress = Pick<RenderRequest, 'origin' | 'token'>;

type RequestRules = ReturnType<typeof createRequestRules>;

/** Built files: scripts, styles, pictures and the compiled questionnaire. */
const ASSETS = '/assets/';
const VIEW_CALL = '/service/tmp-pdf';

/** Language of the service view unless the URL names another. */
const ENGLISH = 'en-US';

/** Returns the URL of the service view in the language of the job. */
function viewUrl({ origin, token }: ViewAddress): string {
  const { locale } = language();
  const view = { service_token: token, ...(locale !== ENGLISH && { service_language: locale }) };
  return `${origin}/?${new URLSearchParams(view).toString()}`;
}

/**
 * Restricts requests of a rendering page: itself once, the built files, and the call for the rendered application. No
 * response can lead anywhere else (security cases G02, G03).
 */
function createRequestRules({ origin, token: first }: ViewAddress) {
  let [token, isOpen, isObeyed] = [first, false, true];
  const view = viewUrl({ origin, token });
  function passes(request: Request): boolean {
    if (request.method() !== 'GET') return false;
    // The document of a page or frame.
    if (request.isNavigationRequest()) {
      const isFirst = !isOpen && request.url() === view;
      isOpen = true;
      return isFirst;
    }
    const target = URL.parse(request.url());
    if (target?.origin !== origin) return false;
    if (target.pathname.startsWith(ASSETS)) return true;
    return target.pathname === VIEW_CALL && target.searchParams.get('service_token') === token;
  }
  return {
    isAllowed(request: Request): boolean {
      const isAllowed = passes(request);
      isObeyed &&= isAllowed;
      return isAllowed;
    },
    /** Switches to another application without reloading. */
    turnTo: (next: string) => void (token = next),
    /** Whether the page has made only allowed requests. */
    isObeyed: () => isObeyed,
  };
}
