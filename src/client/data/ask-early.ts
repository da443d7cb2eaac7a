/** What a screen of the form reads first: answers that were asked for while its scripts were on their way. */
export type EarlyAnswers = {
  /** By path; each is taken once. */
  readonly answers: Map<string, Promise<Response>>;
  /** When they were asked for, in milliseconds of the page. */
  readonly at: number;
};

/** What is used of the window. */
export type EarlyPage = Pick<
  Window & typeof globalThis,
  'document' | 'fetch' | 'localStorage' | 'location' | 'performance' | 'sessionStorage'
> & { earlyAnswers?: EarlyAnswers };

const PATHS = ['/api/profile', '/api/tabs', '/api/add-another', '/api/document-answer'];

/** Milliseconds after which an answer is given up, and the client asks again. */
const TIMEOUT = 10_000;

/** What the browser keeps, and what a tab notes, while something is not saved. */
const UNSAVED = /^matricula:(?:note:)?unsaved/;

/**
 * Asks for what the form reads first, where somebody is logged in and no change can be on its way: a page that is
 * loaded again or gone back to could be read before its last save has come in, and an answer would seem to be gone
 * (decision 82). It imports nothing, so that it is there long before the client, which decides whether it takes them.
 */
export function askEarly(page: EarlyPage): void {
  if (page.earlyAnswers || isService(page) || !isLoggedIn(page) || !isOpened(page) || mayBeUnsaved(page))
    return;
  const answers = new Map(PATHS.map((path) => [path, ask(page, path)]));
  page.earlyAnswers = { answers, at: page.performance.now() };
}

function ask(page: EarlyPage, path: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const signal = AbortSignal.timeout(TIMEOUT);
  const answer = page.fetch(path, { credentials: 'same-origin', headers, signal });
  // Reported when it is taken.
  answer.catch(() => undefined);
  return answer;
}

function isService({ location }: EarlyPage): boolean {
  return new URLSearchParams(location.search).has('service_token');
}

function isLoggedIn({ document }: EarlyPage): boolean {
  const prefix = document.querySelector<HTMLMetaElement>('meta[name="matricula"]')?.dataset['cookiePrefix'];
  return (
    Boolean(prefix) && document.cookie.split(';').some((cookie) => cookie.trim().startsWith(`${prefix}`))
  );
}

/** True for a page that is neither loaded again nor gone back to. */
function isOpened({ performance }: EarlyPage): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => 'type' in entry && entry.type === 'navigate');
}

/** True also where the browser does not say. */
function mayBeUnsaved({ localStorage, sessionStorage }: EarlyPage): boolean {
  const names = [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  return names.some((name) => UNSAVED.test(name));
}
