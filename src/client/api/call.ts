import { isRecord } from '#form/definition/own-property.ts';
import type { PrefetchedResponse, PrefetchPage } from './prefetch-responses.ts';
import { endsForm, RequestError } from './request-error.ts';
import { parseRetryAfter } from './retry-delay.ts';
import { say, errorTexts } from '#texts/say.ts';

/** Milliseconds after which a call without an answer counts as lost. */
const CALL_TIMEOUT = 30_000;

/** Milliseconds for which a prefetched response is as good as a new one. */
const PREFETCHED_FOR = 10_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `keepalive` lets the call outlive the page; browsers limit its body to 64 kB. `signal` ends it. */
type CallOptions = {
  readonly body?: unknown;
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
  /** Is handed the headers of an answer. */
  readonly onHeaders?: (headers: Headers) => void;
};

/** Calls the API with JSON (docs/behavior.md 7); rejects with a RequestError (docs/behavior.md 8.2). */
export type Call = <Answer>(method: Method, path: string, options?: CallOptions) => Promise<Answer>;

type CallHooks = {
  /** Called when a request is sent; what it returns is given the response before it is read. */
  readonly onSend?: () => (response: Response) => Response;
  readonly takePrefetched?: TakePrefetched | undefined;
};

/**
 * Builds {@link Call} over a `fetch`.
 * @param onEnd called before a call rejects because the session is over (401) or the application was submitted
 */
export function createCall(
  fetch: typeof globalThis.fetch,
  onEnd: (error: RequestError) => void,
  { onSend, takePrefetched }: CallHooks = {},
): Call {
  return async <Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> => {
    const onResponse = onSend?.();
    const early = takePrefetched?.(method, path);
    const received =
      (early && (await early)) ??
      (await fetch(path, requestInit(method, options)).catch(() => {
        throw new RequestError('unreachable', say(errorTexts.unreachable));
      }));
    const response = onResponse?.(received) ?? received;
    options.onHeaders?.(response.headers);
    // The border to the network: the server answers by the schemas from which the types are generated.
    const body: Answer | undefined = await response.json().catch(() => undefined);
    if (!response.ok || body === undefined) {
      logRefusal(`${method} ${path.split('?')[0]} returned ${response.status}.`, body);
      const error = refusedCallError(response.status, response.ok, body, response.headers);
      if (endsForm(error) && path.startsWith('/api/')) onEnd(error);
      throw error;
    }
    return body;
  };
}

function requestInit(method: Method, { body, keepalive, signal }: CallOptions): RequestInit {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT);
  return {
    method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(keepalive ? { keepalive } : {}),
  };
}

/** What a call that was not answered with a 2xx rejects with (docs/behavior.md 8.2). */
export function refusedCallError(
  status: number,
  ok: boolean,
  body: unknown,
  headers?: Headers,
): RequestError {
  const record = isRecord(body) ? body : {};
  const retryAfterMs = parseRetryAfter(headers?.get('retry-after') ?? null);
  const answer = { status, body: record, retryAfterMs };
  const message = typeof record['message'] === 'string' ? record['message'] : say(errorTexts.unexpected);
  if (status === 401) return new RequestError('unauthorized', message, answer);
  if (status === 409 && record['web_status'] === 'submitted')
    return new RequestError('submitted', message, answer);
  const isRefused = !ok && status < 500 && body !== undefined;
  return new RequestError(isRefused ? 'refused' : 'server', message, answer);
}

/** Logs the body (docs/behavior.md 8.2) without answers and tokens: the console outlives a log-out. */
function logRefusal(what: string, body: unknown): void {
  if (!isRecord(body)) return console.info(what, body);
  const { conflicts: _conflicts, ...rest } = body;
  console.info(what, rest);
}

/** Returns the fresh prefetched response to a request, once; any request other than GET discards them all. */
export type TakePrefetched = (method: Method, path: string) => Promise<Response | undefined> | undefined;

/** Builds {@link TakePrefetched}; after that, nothing is prefetched any more. */
export function createTakePrefetched(page: Pick<PrefetchPage, 'prefetched' | 'performance'>): TakePrefetched {
  const { answers, at, isSameSession } = (page.prefetched ??= {
    answers: new Map(),
    at: 0,
    isSameSession: () => false,
  });
  const { performance } = page;
  return (method, path) => {
    const isFresh = performance.now() - at <= PREFETCHED_FOR && isSameSession();
    if (method !== 'GET' || !isFresh) answers.clear();
    const answer = answers.get(path);
    answers.delete(path);
    return answer?.then(
      (early) => (isSameSession() ? datedNow(early, performance.now()) : undefined),
      () => undefined,
    );
  };
}

/** Dates the response as if it came now. */
function datedNow({ response, cameAt }: PrefetchedResponse, now: number): Response {
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date)) headers.set('date', new Date(date + now - cameAt).toUTCString());
  return new Response(body, { status, statusText, headers });
}
