import { GENERIC_MESSAGE, RequestError, UNREACHABLE_MESSAGE } from './request-error.ts';

/** Milliseconds after which a call without an answer counts as lost. */
const PATIENCE = 30_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** `keepalive` lets the call outlive the page; browsers limit its body to 64 kB. */
export type CallOptions = { readonly body?: unknown; readonly keepalive?: boolean };

/**
 * One call of the contract: JSON in, JSON out (specification 7). Resolves with the body of a 2xx answer,
 * rejects with a RequestError (specification 8).
 */
export type Call = <Answer>(method: Method, path: string, options?: CallOptions) => Promise<Answer>;

/**
 * Builds {@link Call} over a `fetch`.
 * @param onUnauthorized told of each 401 to a call that needs a session, before the call rejects
 */
export function createCall(fetch: typeof globalThis.fetch, onUnauthorized: () => void): Call {
  return async function call<Answer>(
    method: Method,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer> {
    const response = await send(fetch, path, init(method, options));
    const body = await readBody<Answer>(response);
    if (!response.ok || body === undefined) {
      if (response.status === 401 && path.startsWith('/api/')) onUnauthorized();
      throw refusal(response.status, response.ok, body);
    }
    return body;
  };
}

function init(method: Method, { body, keepalive }: CallOptions): RequestInit {
  return {
    method,
    credentials: 'same-origin',
    signal: AbortSignal.timeout(PATIENCE),
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(keepalive ? { keepalive } : {}),
  };
}

async function send(fetch: typeof globalThis.fetch, path: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(path, request);
  } catch {
    throw new RequestError('unreachable', UNREACHABLE_MESSAGE);
  }
}

/** The border to the network: the server answers by the schemas from which the types of answers are generated. */
async function readBody<Answer>(response: Response): Promise<Answer | undefined> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function refusal(status: number, ok: boolean, body: unknown): RequestError {
  const record = isRecord(body) ? body : {};
  const message = typeof record['message'] === 'string' ? record['message'] : GENERIC_MESSAGE;
  if (status === 401) return new RequestError('unauthorized', message, { status, body: record });
  const isRefused = !ok && status < 500 && body !== undefined;
  return new RequestError(isRefused ? 'refused' : 'server', message, { status, body: record });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
