import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  request as requestPlain,
  type RequestListener,
  type Server,
} from 'node:http';
import { connect } from 'node:http2';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#form/documents/file-rules.ts';
import { addressOfServer } from '#server/http/create-server.ts';
import { UPLOAD_PATH } from '#server/files/disk-files.ts';
import { startNginx } from '#test/support/proxies.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { startBalancer } from '#test/drill/stage/balancer.ts';
import { until } from '#test/drill/stage/program.ts';
import { describeWith } from '#test/support/services.ts';
import { suiteFolder } from '#test/support/temporary-folder.ts';

/** A proxy with a deploy file, before a dying and a working server. */
type StartedProxy = {
  readonly port: number;
  readonly isPlain?: boolean;
  /** Its log. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
};

/** The URL of every request; only its path can be logged. */
const PATH = '/prefill?token=secret';

/** Headers that a client can forge. */
const FORWARDED = [
  'forwarded',
  'traceparent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
];

/** Tests common proxy behavior. @returns a call through it */
function testProxy(
  start: (folder: string, dying: number, living: number) => Promise<StartedProxy>,
  { failed, proto }: { readonly failed: object; readonly proto?: string },
) {
  const folder = suiteFolder();
  const requested: { readonly method: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const servers: Server[] = [];
  let proxy: StartedProxy;
  const ask = (call: Call) => send(proxy, call);
  const logIns = (count: number) =>
    Array.from({ length: count }, () => ask({ method: 'POST', path: '/public/%6Cogin' }));

  beforeAll(async () => {
    const dying = await listen((call) => call.socket.destroy());
    const living = await listen((call, answer) => {
      requested.push({ method: call.method ?? '', headers: call.headers });
      if (call.url === '/closes') call.socket.destroy();
      if (call.url?.startsWith('/assets/'))
        answer.setHeader('cache-control', 'public, max-age=31536000, immutable');
      call.resume().on('end', () => answer.end('saved'));
    });
    proxy = await start(folder, dying, living);
  });
  afterAll(async () => {
    await proxy.stop();
    for (const server of servers) server.close();
  });

  async function listen(answerCall: RequestListener): Promise<number> {
    const server = createServer((call, answer) =>
      call.url === '/readyz' ? answer.end('"ok"') : answerCall(call, answer),
    );
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return addressOfServer(server).port;
  }

  test.each(['GET', 'PUT'])('retries a %s of a dying server', async (method) => {
    // One by one, as one of two meets the dying server.
    const answers = [await ask({ method }), await ask({ method })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('does not retry a POST', async () => {
    requested.length = 0;
    let posts = 0;
    const post = () => (posts++, ask({ method: 'POST' }));
    // A failed server can be skipped for two seconds.
    await expect.poll(post, { timeout: 30_000 }).toMatchObject(failed);
    expect(requested).toHaveLength(posts - 1);
  });

  test('sets client and request ID, and ignores those of the client', async () => {
    requested.length = 0;
    const given = Object.fromEntries(FORWARDED.map((name) => [name, '192.0.2.1']));
    await ask({ method: 'GET', headers: { ...given, 'x-request-id': 'mine' } });
    const { 'x-request-id': id, host, ...headers } = requested[0]?.headers ?? {};
    const forwarded = Object.entries(headers).filter(([name]) => FORWARDED.includes(name));
    expect(Object.fromEntries(forwarded)).toEqual({
      'x-forwarded-for': '127.0.0.1',
      ...(proto && { 'x-forwarded-proto': proto }),
    });
    expect(host).toBe('localhost');
    expect(id).toMatch(/^[\da-f-]{32,36}$/);
  });

  test('logs failing calls with path and ID, without the query and the end of a long path', async () => {
    const long = `/${'x'.repeat(3900)}`;
    await expect.poll(() => ask({ method: 'POST', path: long }), { timeout: 30_000 }).toMatchObject(failed);
    await expect.poll(() => ask({ method: 'POST' }), { timeout: 30_000 }).toMatchObject(failed);
    await expect.poll(proxy.log).toMatch(/"POST \/prefill".* [\da-f-]{32,36}/);
    expect(proxy.log()).not.toContain('secret');
    expect(proxy.log()).not.toContain(long.slice(0, 1100));
  });

  test('serves built files from its cache', async () => {
    const file = { method: 'GET', path: '/assets/entry-12345678.js' };
    expect((await ask(file)).status).toBe(200);
    requested.length = 0;
    expect((await ask(file)).status).toBe(200);
    expect(requested).toEqual([]);
  });

  test('admits the log-ins of a computer lab, and limits a flood of them', async () => {
    const lab = await Promise.all(logIns(60));
    expect(lab.map(({ status }) => status)).not.toContain(429);
    const flood = logIns(400).map(async (answer) => {
      const { status, headers } = await answer;
      return status === 429 ? headers['retry-after'] : Promise.reject(new Error(`${status}`));
    });
    expect(await Promise.any(flood)).toBe('5');
  });

  return ask;
}

describeWith(['haproxy'], 'HAProxy with deploy/haproxy.cfg', () => {
  let port = 0;
  testProxy(
    async (folder, dying, living) => {
      port = await freePort();
      const primaryPort = await freePort();
      const nodePorts = [dying, living, dying, living];
      const haproxy = startBalancer(folder, { port, primaryPort, nodePorts, members: [] });
      await until('HAProxy listens', () => send({ port, isPlain: true }, { method: 'GET' }).then(() => true));
      return { port, isPlain: true, log: () => haproxy.printed, stop: () => haproxy.stop() };
    },
    { failed: { status: 502 } },
  );

  test('holds few requests that one address has begun over HTTP/2', async () => {
    // One of the two servers closes every connection.
    const clients = Array.from({ length: 12 }, () => connect(`http://127.0.0.1:${port}`));
    const refused = clients.flatMap((client) =>
      Array.from({ length: 100 }, () => {
        const begun = client.request({ ':method': 'POST', ':path': '/', 'content-length': 1000 });
        begun.on('error', () => undefined).write('begun');
        return new Promise((end) => begun.on('response', (head) => head[':status'] === 429 && end(429)));
      }),
    );
    expect(await Promise.race(refused)).toBe(429);
    for (const client of clients) client.destroy();
  });
});

describeWith(['nginx'], 'nginx with deploy/nginx.conf', () => {
  let proxyLog: StartedProxy['log'] | undefined;
  const ask = testProxy(
    async (folder, dying, living) => {
      const port = await freePort();
      const servers = [dying, living] as const;
      const stop = await startNginx(folder, { port, redirectPort: await freePort(), servers });
      const log = (proxyLog = () =>
        LOGS.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('\n'));
      return { port, log, stop };
    },
    { failed: AWAY, proto: 'https' },
  );

  test.each([
    ['requests', 1500, '/', '192.0.2.1'],
    ['files', 5000, '/assets/none.js', '192.0.2.1'],
    ['requests from its /64', 1500, '/', '2001:db8::a:b:c:*'],
  ])('limits an address with too many %s for a while', async (_what, length, file, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const askMany = async () => {
      const calls = Array.from({ length }, (_none, at) =>
        ask({
          method: 'GET',
          path: `${file}?${at}`,
          headers: { 'x-client': client.replace('*', at.toString(16)) },
          agent,
        }),
      );
      return (await Promise.all(calls)).find(({ status }) => status === 429)?.headers['retry-after'];
    };
    await expect.poll(askMany, { timeout: 60_000 }).toBe('5');
    agent.destroy();
    await expect.poll(() => ask({ method: 'GET' })).toMatchObject({ status: 200, headers: SECURE });
  });

  test('accepts the largest document, and nothing much larger', async () => {
    const upload = { method: 'POST', path: UPLOAD_PATH };
    // One of the two servers closes every connection.
    const large = () => ask({ ...upload, body: Buffer.alloc(MAX_FILE_BYTES + 16 * 1024) });
    await expect.poll(large).toMatchObject({ status: 200 });
    const huge = await ask({ ...upload, body: Buffer.alloc(3 * MAX_FILE_BYTES) });
    expect(huge.status).toBe(413);
    expect((await ask({ ...upload, method: 'GET' })).status).toBe(403);
  });

  test('logs few of the requests that no server gets', async () => {
    const headers = { 'content-length': '9000000' };
    const calls = Array.from({ length: 200 }, () => ask({ method: 'GET', path: '/no-server', headers }));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([413]));
    await ask({ method: 'GET', path: '/last' });
    await expect.poll(() => proxyLog?.()).toContain('/last');
    expect(proxyLog?.().split('/no-server').length).toBeLessThan(20);
  });

  test('takes no server for dead because it closes a connection', async () => {
    for (let times = 0; times < 10; times += 1)
      expect((await ask({ method: 'POST', path: '/closes' })).status).toBe(503);
    expect((await ask({ method: 'GET' })).status).toBe(200);
  });

  test('limits a path as the one that the server gets', async () => {
    const file = await ask({ method: 'GET', path: '/login/../assets/entry-12345679.js' });
    expect(file.headers).toMatchObject({ 'cache-control': expect.stringContaining('immutable') });
  });

  test.each([
    ['documents', 'POST', UPLOAD_PATH, MAX_FILE_BYTES],
    ['answers', 'PUT', '/api/answer', 250_000],
  ])('holds few %s that one customer has begun to send', async (_what, method, place, length) => {
    expect((await ask({ method: 'PUT', body: Buffer.alloc(MAX_FILE_BYTES) })).status).toBe(413);
    const begun = new AbortController();
    const statuses = Array.from({ length: 80 }, async (_none, at) => {
      const headers = { 'content-length': String(length), 'x-client': `2001:db8:7:${at}::1` };
      return (await ask({ method, path: place, headers, signal: begun.signal })).status;
    });
    expect(await Promise.any(statuses)).toBe(429);
    const small = { method, path: place, body: Buffer.alloc(9000) };
    await expect.poll(() => ask(small)).toMatchObject({ status: 200 });
    begun.abort();
    await Promise.allSettled(statuses);
  });
});

/** Pages keep their text and retry. */
const AWAY = {
  status: 503,
  headers: { 'retry-after': '5' },
  body: expect.stringContaining('Please keep this page open.'),
};
const SECURE = { 'strict-transport-security': 'max-age=31536000' };
const LOGS = ['matricula.log', 'error.log', 'start.log'];

type Call = {
  readonly method: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly agent?: Agent;
  /** Breaks off; until then, the body does not end. */
  readonly signal?: AbortSignal;
};

/** One call through a proxy, with an unknown certificate unless plain. */
async function send(
  { port, isPlain = false }: Pick<StartedProxy, 'port' | 'isPlain'>,
  { method, headers = {}, body, agent, signal, path: place = PATH }: Call,
) {
  const call = (isPlain ? requestPlain : request)({
    host: '127.0.0.1',
    port,
    method,
    path: place,
    agent: agent ?? false,
    ...(signal && { signal }),
    rejectUnauthorized: false,
    headers: { host: 'localhost', ...headers, ...(body && { 'content-length': String(body.length) }) },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    call.on('response', resolve).on('error', reject),
  );
  if (signal) call.write('begun');
  else call.end(body);
  const answer = await answered;
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}
