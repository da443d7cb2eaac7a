import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { retryDelay } from '../../src/client/api/retry.ts';
import { OPENING_PATH } from '../../src/form/definition/reserved-paths.ts';

/** A session and its loopback address, by which the proxy limits clients. */
type Visitor = { readonly token: string; readonly address: string };

/** Students who save, and many more who arrive within seconds. */
export type CrowdTask = {
  readonly port: number;
  readonly resting: readonly Visitor[];
  readonly coming: readonly Visitor[];
  /** Key of a free-text question. */
  readonly key: string;
  /** Milliseconds between the saves of a student. */
  readonly everyMs: number;
  readonly looksUp: boolean;
  /** Milliseconds in which the others arrive. */
  readonly comingMs: number;
  /** Milliseconds after which calls end. */
  readonly lastsMs: number;
};

/** Results of one kind of call. */
export type CrowdCalls = {
  /** Milliseconds of answered calls since each was due. */
  readonly times: number[];
  /** Number of 503 responses. */
  refused: number;
  /** Number of other failures, or no response within 30 s; the page retries. */
  lost: number;
};

export type CrowdKind = 'page' | 'file' | 'opening' | 'look-up' | 'save of who is in' | 'save of who came';
export type CrowdCounts = Readonly<Record<CrowdKind, CrowdCalls>>;

/** Results of the crowd. */
export type Crowd = {
  readonly calls: CrowdCounts;
  /** Milliseconds from arrival to typing, for admitted students. */
  readonly admittedMs: readonly number[];
  /** Longest pause of this thread in milliseconds; times below it can be its own. */
  readonly ownPauseMs: number;
};

type Answer = { readonly status: number; readonly retryMs: number; readonly body: Buffer };
type Ask = (request: string) => Promise<Answer | undefined>;

/** Timeout of the page, in milliseconds. */
const ANSWERED_WITHIN_MS = 30_000;
const HEAD_END = '\r\n\r\n';
const LOOK_UP = '/lookup/find?category=hs_ceeb&query=lincoln';

async function meet(task: CrowdTask): Promise<Crowd> {
  const { port, resting, coming, key, everyMs, comingMs, lastsMs } = task;
  const ownPauses = monitorEventLoopDelay({ resolution: 10 });
  ownPauses.enable();
  const begun = performance.now();
  const end = begun + lastsMs;
  const calls: CrowdCounts = {
    page: nothing(),
    file: nothing(),
    opening: nothing(),
    'look-up': nothing(),
    'save of who is in': nothing(),
    'save of who came': nothing(),
  };
  const admittedMs: number[] = [];

  /** Calls when due, and retries like the page. @returns the response body, or undefined if none came in time */
  async function call(ask: Ask, kind: CrowdKind, request: string, due: number): Promise<Buffer | undefined> {
    await delay(Math.max(0, due - performance.now()));
    for (let failures = 1; ; failures += 1) {
      const answer = await ask(request);
      if (answer?.status === 200) {
        calls[kind].times.push(performance.now() - due);
        return answer.body;
      }
      if (answer?.status === 503) calls[kind].refused += 1;
      else calls[kind].lost += 1;
      const waitMs = retryDelay(failures, answer?.retryMs);
      if (performance.now() + waitMs > end) return undefined;
      await delay(waitMs);
    }
  }

  async function type(who: Visitor, ask: Ask, kind: CrowdKind, from: number): Promise<void> {
    for (let due = from; due < end; due += everyMs)
      if ((await call(ask, kind, saveRequest(who, { [key]: `Sample ${due}` }), due)) === undefined) return;
  }

  /** Looks a school up between the saves, on another connection, since a page saves while it waits for a list. */
  async function lookUp(who: Visitor, from: number): Promise<void> {
    const ask = openConnection(port, who);
    for (let due = from + everyMs / 2; task.looksUp && due < end; due += everyMs)
      await call(ask, 'look-up', getRequest(who, LOOK_UP), due);
  }

  async function come(who: Visitor, due: number): Promise<void> {
    await delay(Math.max(0, due - performance.now()));
    const ask = openConnection(port, who);
    const page = await call(ask, 'page', getRequest(who, '/'), due);
    if (page === undefined) return;
    for (const [, file = ''] of page.toString().matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g))
      await call(ask, 'file', getRequest(who, file, 'br'), performance.now());
    if ((await call(ask, 'opening', getRequest(who, OPENING_PATH), performance.now())) === undefined) return;
    admittedMs.push(performance.now() - due);
    await type(who, ask, 'save of who came', performance.now() + Math.random() * everyMs);
  }

  await Promise.all([
    ...resting.flatMap((who, at) => {
      const from = begun + (at / resting.length) * everyMs;
      return [type(who, openConnection(port, who), 'save of who is in', from), lookUp(who, from)];
    }),
    ...coming.map((who, at) => come(who, begun + everyMs + (at / coming.length) * comingMs)),
  ]);
  return { calls, admittedMs, ownPauseMs: ownPauses.max / 1e6 };
}

function nothing(): CrowdCalls {
  return { times: [], refused: 0, lost: 0 };
}

/** Opens a connection. @returns a function that sends a request, reconnects if needed, and resolves with the response */
function openConnection(port: number, { address }: Visitor): Ask {
  let socket = open();
  let onAnswer: ((answer?: Answer) => void) | undefined;
  let readBytes = answerReader();
  function open() {
    const opened = connect({ port, host: '127.0.0.1', localAddress: address });
    opened.on('data', (bytes) => {
      const answer = readBytes(bytes);
      if (answer) onAnswer?.(answer);
    });
    opened.on('error', () => undefined);
    opened.on('close', () => opened === socket && onAnswer?.());
    // A late response must not be mistaken for the next one.
    opened.setTimeout(ANSWERED_WITHIN_MS, () => void opened.destroy());
    return opened;
  }
  return (request) =>
    new Promise((resolve) => {
      onAnswer = resolve;
      readBytes = answerReader();
      if (socket.destroyed) socket = open();
      socket.write(request);
    });
}

/** Reads one response, each byte once. @returns a function that takes bytes and returns the completed response */
function answerReader(): (bytes: Buffer) => Answer | undefined {
  let parts: Buffer[] = [];
  let missing: number | undefined;
  let head = '';
  return (bytes) => {
    parts.push(bytes);
    if (missing === undefined) {
      const come = Buffer.concat(parts);
      const headEnd = come.indexOf(HEAD_END);
      if (headEnd === -1) return undefined;
      head = come.toString('latin1', 0, headEnd);
      const body = come.subarray(headEnd + HEAD_END.length);
      parts = [body];
      missing = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0) - body.length;
    } else missing -= bytes.length;
    if (missing > 0) return undefined;
    const retryMs = 1000 * Number(/^retry-after: (\d+)/im.exec(head)?.[1] ?? 0);
    return { status: Number(head.slice(9, 12)), retryMs, body: Buffer.concat(parts) };
  };
}

function getRequest(who: Visitor, path: string, encoding = 'identity'): string {
  return `${headOf(`GET ${path}`, who, `accept-encoding: ${encoding}`)}${HEAD_END}`;
}

function saveRequest(who: Visitor, answer: Readonly<Record<string, string>>): string {
  const body = JSON.stringify({ answer });
  const about = ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`];
  return `${headOf('PUT /api/answer', who, ...about)}${HEAD_END}${body}`;
}

function headOf(line: string, { token }: Visitor, ...headers: readonly string[]): string {
  return [
    `${line} HTTP/1.1`,
    'host: localhost',
    'sec-fetch-site: same-origin',
    `cookie: matricula_session=${token}`,
    ...headers,
  ].join('\r\n');
}

parentPort?.postMessage(await meet(workerData), []);
