import type { PrefetchedResponse, PrefetchedResponses, PrefetchPage } from './prefetch-responses.ts';

/** Milliseconds for which an early answer is as good as a new one. */
const GOOD_FOR = 10_000;

/** What is used of the window. */
type TakingPage = Pick<PrefetchPage, 'prefetched' | 'fetch' | 'performance'>;

/**
 * The browser's `fetch`, which takes prefetched responses: each once, while it is fresh, and none
 * once anything is changed or somebody else is logged in. Where there is none, or it has failed, it asks.
 */
export function fetchOrTakePrefetched(page: TakingPage): typeof fetch {
  return async (input, init) => {
    const early = (page.prefetched ??= { answers: new Map(), at: 0, isSameSession: () => false });
    const answer = await takePrefetched(early, page.performance.now(), input, init)?.catch(() => undefined);
    return answer && early.isSameSession() ? asOf(answer, page.performance.now()) : page.fetch(input, init);
  };
}

function takePrefetched(
  { answers, at, isSameSession }: PrefetchedResponses,
  now: number,
  ...[input, init]: Parameters<typeof fetch>
): Promise<PrefetchedResponse> | undefined {
  if (init?.method !== 'GET' || now - at > GOOD_FOR || !isSameSession()) answers.clear();
  const path = typeof input === 'string' ? input : '';
  const answer = answers.get(path);
  answers.delete(path);
  return answer;
}

/** Dates the response as if it came now. */
function asOf({ response, cameAt }: PrefetchedResponse, now: number): Response {
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date)) headers.set('date', new Date(date + now - cameAt).toUTCString());
  return new Response(body, { status, statusText, headers });
}
