import { OPENING_PATH } from '#form/definition/reserved-paths.ts';

/** Prefetched data for opening the form. */
type PrefetchedOpening = {
  readonly path: string;
  /** Undefined once taken. */
  answer: Promise<PrefetchedResponse> | undefined;
  /** Request time in milliseconds since page load. */
  readonly at: number;
  /** Whether the session is unchanged since the request. */
  readonly isSameSession: () => boolean;
};

/** A response and its arrival time in milliseconds since page load. */
export type PrefetchedResponse = { readonly response: Response; readonly cameAt: number };

/** The window members used here. */
export type PrefetchPage = Pick<
  Window & typeof globalThis,
  'document' | 'fetch' | 'localStorage' | 'location' | 'performance' | 'sessionStorage'
> & { prefetched?: PrefetchedOpening };

/** Milliseconds before a prefetch is abandoned. */
const TIMEOUT = 30_000;

/** Storage keys present while something is unsaved. */
const UNSAVED = /^matricula:(?:note:)?unsaved/;

/**
 * Prefetches the form's opening data, unless a save can be in flight.
 * After a reload or Back, the response could predate the last save, and answers would seem lost (decision 4). Shares no
 * file with the client, so it runs long before the client decides whether to use the response.
 */
export function prefetchResponses(page: PrefetchPage): void {
  const mark = sessionMark(page);
  if (page.prefetched || isService(page) || mark === '' || !isOpened(page) || mayBeUnsaved(page)) return;
  const answer = ask(page);
  // Reported when used.
  answer.catch(() => undefined);
  const isSameSession = (): boolean => sessionMark(page) === mark;
  page.prefetched = { path: OPENING_PATH, answer, at: page.performance.now(), isSameSession };
}

/** One request, because browsers limit connections to six, shared with the scripts. */
async function ask(page: PrefetchPage): Promise<PrefetchedResponse> {
  const init = { credentials: 'same-origin', headers: { Accept: 'application/json' } } as const;
  const response = await page.fetch(OPENING_PATH, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  return { response, cameAt: page.performance.now() };
}

function isService({ location }: PrefetchPage): boolean {
  return new URLSearchParams(location.search).has('service_token');
}

/** Returns the log-in cookie, unique per student; '' when logged out. */
function sessionMark({ document }: PrefetchPage): string {
  const prefix = document.querySelector<HTMLMetaElement>('meta[name="matricula"]')?.dataset['cookiePrefix'];
  const cookies = document.cookie.split(';').map((cookie) => cookie.trim());
  return prefix ? cookies.filter((cookie) => cookie.startsWith(prefix)).join(';') : '';
}

/** Whether the page load was neither a reload nor Back/Forward. */
function isOpened({ performance }: PrefetchPage): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'navigate');
}

/** Throws where storage is blocked. */
function mayBeUnsaved({ localStorage, sessionStorage }: PrefetchPage): boolean {
  const names = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  return names.some((name) => UNSAVED.test(name));
}
