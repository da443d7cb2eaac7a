import { isRecord } from '#form/definition/own-property.ts';
import type { PrefetchedResponse, PrefetchPage } from './prefetch-responses.ts';
import { say, errorTexts } from '#texts/say.ts';
import type { ValidationErrors } from '#form/validation/validate-answers.ts';

/** Milliseconds before a call without response fails. */
const CALL_TIMEOUT = 30_000;

/** Milliseconds during which a prefetched response is fresh. */
const PREFETCHED_FOR = 10_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `keepalive` lets the call outlive the page (64 kB limit). `signal` aborts it. */
type CallOptions = {
  readonly body?: unknown;
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
  /** Receives the response headers. */
  readonly onHeaders?: (headers: Headers) => void;
};

/** Calls the JSON API (docs/behavior.md 7). Rejects with a RequestError (docs/behavior.md 8.2). */
export type Call = <Answer>(method: Method, path: string, options?: CallOptions) => Promise<Answer>;

type CallHooks = {
  /** Called on send; the result receives the response before it is read. */
  readonly onSend?: () => (response: Response) => Response;
  readonly takePrefetched?: TakePrefetched | undefined;
  /** Returns the mark of the page's session; '' without one. */
  readonly mark?: () => string;
};

/** Request header with the mark of the page's session: a tab that slept does not know who is logged in now. */
const MARK_HEADER = 'X-Session-Mark';

/**
 * Creates a {@link Call} from `fetch`.
 * @param onEnd called before rejecting because the session ended (401) or the application was submitted
 */
export function createCall(
  fetch: typeof globalThis.fetch,
  onEnd: (error: RequestError) => void,
  { onSend, takePrefetched, mark }: CallHooks = {},
): Call {
  return async <Answer>(method: Method, path: string, options: CallOptions = {}): Promise<Answer> => {
    const onResponse = onSend?.();
    const early = takePrefetched?.(method, path);
    const received =
      (early && (await early)) ??
      (await fetch(path, requestInit(method, options, path.startsWith('/api/') ? mark?.() : '')).catch(() => {
        throw new RequestError('unreachable', say(errorTexts.unreachable));
      }));
    const response = onResponse?.(received) ?? received;
    options.onHeaders?.(response.headers);
    // Not validated: the server follows the schemas that generate these types.
    const body: Answer | undefined = await response.json().catch(() => undefined);
    if (!response.ok || body === undefined) {
      logRefusal(`${method} ${path.split('?')[0]} returned ${response.status}.`, body);
      const error = refusedCallError(response.status, body, response.headers);
      if (endsForm(error) && path.startsWith('/api/')) onEnd(error);
      throw error;
    }
    return body;
  };
}

function requestInit(
  method: Method,
  { body, keepalive, signal }: CallOptions,
  mark: string | undefined,
): RequestInit {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT);
  return {
    method,
    credentials: 'same-origin',
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(mark && { [MARK_HEADER]: mark }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(keepalive ? { keepalive } : {}),
  };
}

/** Returns the error of a non-2xx response, or one without JSON (docs/behavior.md 8.2). */
export function refusedCallError(status: number, body: unknown, headers?: Headers): RequestError {
  const record = isRecord(body) ? body : {};
  const answer = { status, body: record, retryAfterMs: retryAfterIn(headers) };
  const message = typeof record['message'] === 'string' ? record['message'] : say(errorTexts.unexpected);
  if (status === 401) return new RequestError('unauthorized', message, answer);
  if (status === 409 && record['web_status'] === 'submitted')
    return new RequestError('submitted', message, answer);
  const isRefused = status < 500 && body !== undefined;
  return new RequestError(isRefused ? 'refused' : 'server', message, answer);
}

/** Logs the body (docs/behavior.md 8.2) without answers or tokens. The console outlives a log-out. */
function logRefusal(what: string, body: unknown): void {
  if (!isRecord(body)) return console.info(what, body);
  const { conflicts: _conflicts, ...rest } = body;
  console.info(what, rest);
}

/** Returns the fresh prefetched response once. Non-GET requests discard it. */
export type TakePrefetched = (method: Method, path: string) => Promise<Response | undefined> | undefined;

/** Creates {@link TakePrefetched} and ends prefetching. */
export function createTakePrefetched(page: Pick<PrefetchPage, 'prefetched' | 'performance'>): TakePrefetched {
  const prefetched = (page.prefetched ??= { path: '', answer: undefined, at: 0, isSameSession: () => false });
  const { at, isSameSession } = prefetched;
  const { performance } = page;
  return (method, path) => {
    const isFresh = method === 'GET' && performance.now() - at <= PREFETCHED_FOR && isSameSession();
    const answer = isFresh && path === prefetched.path ? prefetched.answer : undefined;
    if (!isFresh || answer) prefetched.answer = undefined;
    return answer?.then(
      (early) => (isSameSession() ? datedNow(early, performance.now()) : undefined),
      () => undefined,
    );
  };
}

/** Shifts the Date header to the current time. */
function datedNow({ response, cameAt }: PrefetchedResponse, now: number): Response {
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date)) headers.set('date', new Date(date + now - cameAt).toUTCString());
  return new Response(body, { status, statusText, headers });
}

/**
 * Reasons for a failed call.
 * `unreachable`: no response; `unauthorized`: 401; `submitted`: submitted, so nothing can change; `refused`: any other
 * 4xx; `server`: the rest.
 */
type RequestErrorCode = 'unreachable' | 'unauthorized' | 'submitted' | 'refused' | 'server';

/** A failed call. `message` is for the student; `body` is the response. */
export class RequestError extends Error {
  readonly code: RequestErrorCode;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Retry-After in milliseconds; 0 without one. */
  readonly retryAfterMs: number;

  constructor(
    code: RequestErrorCode,
    message: string,
    answer?: { status: number; body: Record<string, unknown>; retryAfterMs?: number },
  ) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
    this.status = answer?.status ?? 0;
    this.body = answer?.body ?? {};
    this.retryAfterMs = answer?.retryAfterMs ?? 0;
  }
}

/** Whether an error is a 401: the session ended on the server. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'unauthorized';
}

/** Whether an error ends the form here. The next screen reports it. */
export function endsForm(error: unknown): boolean {
  return isUnauthorized(error) || (error instanceof RequestError && error.code === 'submitted');
}

/** Logs an error unless it is a failed call, which the next save reports. */
export function logFault(error: unknown): void {
  if (!(error instanceof RequestError)) console.error(error);
}

/** Returns an error's message for the student. */
export function errorMessageOf(error: unknown): string {
  return error instanceof RequestError ? error.message : say(errorTexts.unexpected);
}

/** Reads messages by question from a refusal; undefined if none. */
export function readErrorMap(value: unknown): ValidationErrors | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).flatMap(([key, messages]) => {
    const sentences = Array.isArray(messages) ? messages.filter((one) => typeof one === 'string') : [];
    return sentences.length > 0 ? [[key, sentences] as const] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Maximum Retry-After honored, in milliseconds. */
const MAX_RETRY_AFTER = 300_000;

/** Reads a Retry-After of seconds. @returns milliseconds; 0 for anything else */
function retryAfterIn(headers: Headers | undefined): number {
  const ms = Number(headers?.get('retry-after') ?? 0) * 1000;
  return ms > 0 ? Math.min(ms, MAX_RETRY_AFTER) : 0;
}
