import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createAccounts } from '#client/api/account-calls.ts';
import { createApplicationCalls } from '#client/api/application-calls.ts';
import { createCall } from '#client/api/call.ts';
import { createDocumentCalls } from '#client/api/document-calls.ts';
import { createLookupCalls } from '#client/api/lookup-calls.ts';
import type { SendForm } from '#client/api/send-form.ts';
import type { CallKind, Measures } from '../measures.ts';

/** Request prefix and kind of call; first match wins. */
const KINDS: readonly (readonly [string, CallKind])[] = [
  ['PUT /api/answer', 'save'],
  ['PUT /api/', 'save'],
  ['GET /lookup/', 'look-up'],
  ['POST /api/submit', 'submit'],
  ['GET /api/pdf/copy', 'PDF copy'],
  ['GET /api/pdf/document', 'document'],
  ['GET /api/pdf', 'PDF copy'],
  ['POST /api/pdf/', 'document'],
  ['GET /api/own-data', 'document'],
  ['POST /api/presigned', 'document'],
  ['POST http', 'document'],
  ['POST /public/', 'account'],
  ['GET /log-in', 'page'],
];

/** A student's browser without rendering: the page's calls, cookies, and its own address. */
export type Browser = ReturnType<typeof openBrowser>;

/** @param localAddress source address of its calls */
export function openBrowser(origin: string, localAddress: string, measures: Measures) {
  const cookies = new Map<string, string>();
  const agent = new Agent({ keepAlive: true, maxSockets: 6, localAddress, family: 4 });
  const fetchAs: typeof fetch = async (input, init) => {
    const [path, method] = [input instanceof Request ? input.url : String(input), init?.method ?? 'GET'];
    const headers = new Headers(init?.headers);
    headers.set('origin', origin);
    headers.set('sec-fetch-site', 'same-origin');
    headers.set('cookie', [...cookies].map((cookie) => cookie.join('=')).join('; '));
    return measures.measure(kindOf(`${method} ${path}`), async () => {
      const response = await sendFrom(agent, new URL(path, origin), { ...init, headers });
      keepCookies(cookies, response);
      return response;
    });
  };
  const sendForm: SendForm = async (url, body, { signal }) => {
    const send = () => fetch(url, { method: 'POST', body, signal, headers: { origin } });
    const response = await measures.measure('document', send);
    await response.arrayBuffer();
    return { status: response.status, body: undefined };
  };
  const call = createCall(fetchAs, () => undefined);
  return {
    fetch: fetchAs,
    accounts: createAccounts(call),
    application: createApplicationCalls(call),
    documents: createDocumentCalls(call, sendForm),
    lookups: createLookupCalls(call),
  };
}

/** Sends a request from a source address, which fetch cannot do. */
async function sendFrom(
  agent: Agent,
  url: URL,
  { method, headers, body, signal }: RequestInit,
): Promise<Response> {
  const options = {
    agent,
    method,
    signal: signal ?? undefined,
    headers: Object.fromEntries(new Headers(headers)),
  };
  const call = request(url, options);
  const answered: Promise<readonly IncomingMessage[]> = once(call, 'response');
  // Errors in mid-response are also reported to the reader.
  call.on('error', () => undefined).end(body);
  const [answer] = await answered;
  if (answer === undefined) throw new Error('A call without a response');
  const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(await buffer(answer), { status: answer.statusCode ?? 0, headers: pairs });
}

function kindOf(call: string): CallKind {
  return KINDS.find(([begin]) => call.startsWith(begin))?.[1] ?? 'load';
}

function keepCookies(cookies: Map<string, string>, { headers }: Response): void {
  for (const cookie of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}
