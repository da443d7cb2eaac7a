import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#form/documents/file-rules.ts';
import { startNginx } from '#scripts/ci/nginx.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { describeWith } from '#test/support/services.ts';

describeWith(['nginx'], 'nginx with deploy/nginx.conf', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-nginx-'));
  const asked: { readonly method: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const servers: Server[] = [];
  let port: number;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const dying = await listen(createServer(({ socket }) => socket.destroy()));
    const living = await listen(
      createServer((call, answer) => {
        asked.push({ method: call.method ?? '', headers: call.headers });
        if (call.url?.startsWith('/assets/'))
          answer.setHeader('cache-control', 'public, max-age=31536000, immutable');
        call.resume().on('end', () => answer.end('saved'));
      }),
    );
    port = await freePort();
    stop = await startNginx(folder, { port, redirectPort: await freePort(), servers: [dying, living] });
  });
  afterAll(async () => {
    await stop();
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true });
  });

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return portOf(server);
  }

  test.each(['GET', 'PUT'])('repeats a %s that a dying server took along', async (method) => {
    // In turn: one of two meets the server that dies.
    const answers = [await ask(port, { method }), await ask(port, { method })];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('does not repeat a POST, and asks to come again', async () => {
    // A server that failed is left out for two seconds, and then gets a call again.
    const answers: Awaited<ReturnType<typeof ask>>[] = [];
    const post = async () => answers[answers.push(await ask(port, { method: 'POST' })) - 1]?.status;
    await expect.poll(post, { timeout: 30_000 }).toBe(503);
    const failed = answers.at(-1);
    expect(failed?.headers['retry-after']).toBe('5');
    expect(failed?.body).toContain('Please keep this page open.');
  });

  test('says who asks, by which id, over https, and believes no client', async () => {
    asked.length = 0;
    const headers = { 'x-forwarded-for': '192.0.2.1', 'x-request-id': 'mine' };
    const { headers: answered } = await ask(port, { method: 'GET', headers, path: '/?token=secret' });
    expect(asked[0]?.headers).toMatchObject({
      host: 'localhost',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
      'x-request-id': expect.stringMatching(/^[\da-f]{32}$/),
    });
    expect(answered['strict-transport-security']).toBe('max-age=31536000');
    const log = readFileSync(path.join(folder, 'matricula.log'), 'utf8');
    expect(log).toContain(asked[0]?.headers['x-request-id']);
    expect(log).not.toContain('secret');
  });

  test('answers built files from its cache', async () => {
    const file = { method: 'GET', path: '/assets/entry-12345678.js' };
    expect((await ask(port, file)).status).toBe(200);
    asked.length = 0;
    expect((await ask(port, file)).status).toBe(200);
    expect(asked).toEqual([]);
  });

  test('asks an address with too many requests to wait, and serves it afterwards', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const askMany = async () => {
      const calls = Array.from({ length: 1500 }, () => ask(port, { method: 'GET', agent }));
      return (await Promise.all(calls)).find(({ status }) => status === 429)?.headers['retry-after'];
    };
    await expect.poll(askMany, { timeout: 60_000 }).toBe('5');
    agent.destroy();
    await expect.poll(async () => (await ask(port, { method: 'GET' })).status).toBe(200);
  });

  test('lets the largest document through, and nothing much larger', async () => {
    const large = await ask(port, { method: 'PUT', body: Buffer.alloc(MAX_FILE_BYTES + 16 * 1024) });
    const huge = await ask(port, { method: 'PUT', body: Buffer.alloc(3 * MAX_FILE_BYTES) });
    expect([large.status, huge.status]).toEqual([200, 413]);
  });
});

type Asked = {
  readonly method: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly agent?: Agent;
};

/** One call through TLS, whose certificate nobody knows. */
async function ask(port: number, { method, headers = {}, body, agent, path: place = '/' }: Asked) {
  const call = request({
    host: '127.0.0.1',
    port,
    method,
    path: place,
    agent: agent ?? false,
    rejectUnauthorized: false,
    headers: { host: 'localhost', ...headers, ...(body && { 'content-length': String(body.length) }) },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    call.on('response', resolve).on('error', reject),
  );
  call.end(body);
  const answer = await answered;
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
