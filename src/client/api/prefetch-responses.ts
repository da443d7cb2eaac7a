import { OPENING_PATH } from '#form/definition/reserved-paths.ts';

/** What the form opens with, requested while its scripts are in flight. */
type PrefetchedOpening = {
  readonly path: string;
  /** Undefined once it is taken. */
  answer: Promise<PrefetchedResponse> | undefined;
  /** When it was requested, in milliseconds of the page. */
  readonly at: number;
  /** Whether the session is the same as when it was requested. */
  readonly isSameSession: () => boolean;
};

/** An answer, and when it came, in milliseconds of the page. */
export type PrefetchedResponse = { readonly response: Response; readonly cameAt: number };

/** The members of the window used here. */
export type PrefetchPage = Pick<
  Window & typeof globalThis,
  'document' | 'fetch' | 'localStorage' | 'location' | 'performance' | 'sessionStorage'
> & { prefetched?: PrefetchedOpening };

/** Milliseconds after which an answer is given up, and the client asks again. */
const TIMEOUT = 30_000;

/** What the browser keeps, and what a tab notes, while something is not saved. */
const UNSAVED = /^matricula:(?:note:)?unsaved/;

/**
 * Prefetches what the form reads first, unless a change can be in flight: a page that is
 * loaded again or gone back to could be read before its last save has come in, and an answer would seem to be gone
 * (decision 4). It shares no file with the client, so that it is there long before it, which decides whether to take them.
 */
export function prefetchResponses(page: PrefetchPage): void {
  const mark = sessionMark(page);
  if (page.prefetched || isService(page) || mark === '' || !isOpened(page) || mayBeUnsaved(page)) return;
  const answer = ask(page);
  // Reported when it is taken.
  answer.catch(() => undefined);
  const isSameSession = (): boolean => sessionMark(page) === mark;
  page.prefetched = { path: OPENING_PATH, answer, at: page.performance.now(), isSameSession };
}

/** All in one request: a browser has six under way, and its files wait for them. */
async function ask(page: PrefetchPage): Promise<PrefetchedResponse> {
  const init = { credentials: 'same-origin', headers: { Accept: 'application/json' } } as const;
  const response = await page.fetch(OPENING_PATH, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  return { response, cameAt: page.performance.now() };
}

function isService({ location }: PrefetchPage): boolean {
  return new URLSearchParams(location.search).has('service_token');
}

/** The cookie that shows that somebody is logged in, another one for each log-in; empty where nobody is. */
function sessionMark({ document }: PrefetchPage): string {
  const prefix = document.querySelector<HTMLMetaElement>('meta[name="matricula"]')?.dataset['cookiePrefix'];
  const cookies = document.cookie.split(';').map((cookie) => cookie.trim());
  return prefix ? cookies.filter((cookie) => cookie.startsWith(prefix)).join(';') : '';
}

/** True for a page that is neither loaded again nor gone back to. */
function isOpened({ performance }: PrefetchPage): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'navigate');
}

/** True also where the browser does not say. */
function mayBeUnsaved({ localStorage, sessionStorage }: PrefetchPage): boolean {
  const names = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  return names.some((name) => UNSAVED.test(name));
}
