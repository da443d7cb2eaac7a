import { OPENING_PATH, OPENING_PATHS } from '#form/definition/opening-paths.ts';

/** What a screen of the form reads first: answers that were asked for while its scripts were on their way. */
export type EarlyAnswers = {
  /** By path; each is taken once. */
  readonly answers: Map<string, Promise<EarlyAnswer>>;
  /** When they were asked for, in milliseconds of the page. */
  readonly at: number;
  /** Whether who was logged in then still is: another tab may have logged in somebody else. */
  readonly isSameSession: () => boolean;
};

/** An answer, and when it came, in milliseconds of the page. */
export type EarlyAnswer = { readonly response: Response; readonly cameAt: number };

/** What is used of the window. */
export type EarlyPage = Pick<
  Window & typeof globalThis,
  'document' | 'fetch' | 'localStorage' | 'location' | 'performance' | 'sessionStorage'
> & { earlyAnswers?: EarlyAnswers };

/** Milliseconds after which an answer is given up, and the client asks again. */
const TIMEOUT = 10_000;

/** What the browser keeps, and what a tab notes, while something is not saved. */
const UNSAVED = /^matricula:(?:note:)?unsaved/;

/**
 * Asks for what the form reads first, where somebody is logged in and no change can be on its way: a page that is
 * loaded again or gone back to could be read before its last save has come in, and an answer would seem to be gone
 * (decision 4). It shares no file with the client, so that it is there long before it, which decides whether to take them.
 */
export function askEarly(page: EarlyPage): void {
  const mark = sessionMark(page);
  if (page.earlyAnswers || isService(page) || mark === '' || !isOpened(page) || mayBeUnsaved(page)) return;
  const asked = ask(page);
  const answers = new Map(OPENING_PATHS.map((path) => [path, partOf(asked, path)]));
  const isSameSession = (): boolean => sessionMark(page) === mark;
  page.earlyAnswers = { answers, at: page.performance.now(), isSameSession };
}

type Opening = {
  readonly parts: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly cameAt: number;
};

/** All in one request: a browser has six under way, and its files wait for them. */
async function ask(page: EarlyPage): Promise<Opening> {
  const init = { credentials: 'same-origin', headers: { Accept: 'application/json' } } as const;
  const answer = await page.fetch(OPENING_PATH, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
  const cameAt = page.performance.now();
  if (!answer.ok) throw new Error(`${OPENING_PATH} returned ${answer.status}.`);
  const parts: Opening['parts'] = await answer.json();
  return { parts, headers: answer.headers, cameAt };
}

/** As if it had been asked for alone; what is refused or not in the answer is asked for again by the client. */
function partOf(asked: Promise<Opening>, path: string): Promise<EarlyAnswer> {
  const answer = asked.then(({ parts, headers, cameAt }) => {
    if (!(path in parts)) throw new Error(`${OPENING_PATH} has no ${path}.`);
    return { response: new Response(JSON.stringify(parts[path]), { headers }), cameAt };
  });
  // Reported when it is taken.
  answer.catch(() => undefined);
  return answer;
}

function isService({ location }: EarlyPage): boolean {
  return new URLSearchParams(location.search).has('service_token');
}

/** The cookie that shows that somebody is logged in, another one for each log-in; empty where nobody is. */
function sessionMark({ document }: EarlyPage): string {
  const prefix = document.querySelector<HTMLMetaElement>('meta[name="matricula"]')?.dataset['cookiePrefix'];
  const cookies = document.cookie.split(';').map((cookie) => cookie.trim());
  return prefix ? cookies.filter((cookie) => cookie.startsWith(prefix)).join(';') : '';
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
