import { OPENING_PATH, OPENING_PATHS } from '#form/definition/reserved-paths.ts';

/** Responses requested while the scripts of the form are in flight. */
type PrefetchedResponses = {
  /** By path; each is taken once. */
  readonly answers: Map<string, Promise<PrefetchedResponse>>;
  /** When they were requested, in milliseconds of the page. */
  readonly at: number;
  /** Whether the session is the same as when they were requested. */
  readonly isSameSession: () => boolean;
};

/** An answer, and when it came, in milliseconds of the page. */
export type PrefetchedResponse = { readonly response: Response; readonly cameAt: number };

/** The members of the window used here. */
export type PrefetchPage = Pick<
  Window & typeof globalThis,
  'document' | 'fetch' | 'localStorage' | 'location' | 'performance' | 'sessionStorage'
> & { prefetched?: PrefetchedResponses };

/** Milliseconds after which an answer is given up, and the client asks again. */
const TIMEOUT = 10_000;

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
  const opening = ask(page);
  const answers = new Map(OPENING_PATHS.map((path) => [path, partOf(opening, path)]));
  const isSameSession = (): boolean => sessionMark(page) === mark;
  page.prefetched = { answers, at: page.performance.now(), isSameSession };
}

type Opening = {
  readonly parts: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly cameAt: number;
};

/** All in one request: a browser has six under way, and its files wait for them. */
async function ask(page: PrefetchPage): Promise<Opening> {
  const init = { credentials: 'same-origin', headers: { Accept: 'application/json' } } as const;
  const answer = await page.fetch(OPENING_PATH, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  const cameAt = page.performance.now();
  if (!answer.ok) throw new Error(`${OPENING_PATH} returned ${answer.status}.`);
  const parts: Opening['parts'] = await answer.json();
  return { parts, headers: answer.headers, cameAt };
}

/** Returns a part as its own response; the client requests again what is refused or not in the answer. */
function partOf(opening: Promise<Opening>, path: string): Promise<PrefetchedResponse> {
  const answer = opening.then(({ parts, headers, cameAt }) => {
    if (!(path in parts)) throw new Error(`${OPENING_PATH} has no ${path}.`);
    return { response: new Response(JSON.stringify(parts[path]), { headers }), cameAt };
  });
  // Reported when it is taken.
  answer.catch(() => undefined);
  return answer;
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
