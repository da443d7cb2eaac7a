import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '#form/documents/file-rules.ts';
import { hasNginx, NGINX } from '#scripts/ci/nginx.ts';
import { freePort } from '#scripts/dev/free-port.ts';
import { projectRoot } from '#scripts/run-tool.ts';

/** Where it is installed; .ci/run installs it. */
const installed = hasNginx() ? ['nginx'] : [];

describe.each(installed)('%s with deploy/nginx.conf', () => {
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
        call.resume().on('end', () => answer.end('saved'));
      }),
    );
    port = await freePort();
    stop = await startNginx(folder, { port, plainPort: await freePort(), servers: [dying, living] });
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

  test('lets the largest document through, and nothing much larger', async () => {
    const large = await ask(port, { method: 'PUT', body: Buffer.alloc(MAX_FILE_BYTES + 16 * 1024) });
    const huge = await ask(port, { method: 'PUT', body: Buffer.alloc(3 * MAX_FILE_BYTES) });
    expect([large.status, huge.status]).toEqual([200, 413]);
  });
});

type Places = { readonly port: number; readonly plainPort: number; readonly servers: readonly number[] };

/** As an operator does: the file as it is, with addresses, paths and a certificate of this machine. */
async function startNginx(
  folder: string,
  { port, plainPort, servers }: Places,
): Promise<() => Promise<void>> {
  const certificate = [
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-keyout',
    'key.pem',
    '-out',
    'cert.pem',
  ];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...certificate], {
    cwd: folder,
    stdio: 'ignore',
  });
  const [first, second] = servers;
  const settings = readFileSync(path.join(projectRoot, 'deploy/nginx.conf'), 'utf8')
    .replaceAll('/etc/nginx/matricula.pem', path.join(folder, 'cert.pem'))
    .replaceAll('/etc/nginx/matricula.key', path.join(folder, 'key.pem'))
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/run/nginx.pid', path.join(folder, 'pid'))
    .replaceAll('10.0.0.11:3000', `127.0.0.1:${first}`)
    .replaceAll('10.0.0.12:3000', `127.0.0.1:${second}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`);
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, settings);
  const nginx = spawn(NGINX, ['-p', folder, '-e', 'start.log', '-c', file, '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  const ended = once(nginx, 'exit');
  while (!existsSync(path.join(folder, 'pid'))) {
    if (nginx.exitCode !== null) throw new Error(readFileSync(path.join(folder, 'start.log'), 'utf8'));
    await delay(20);
  }
  return async () => {
    nginx.kill('SIGTERM');
    await ended;
  };
}

type Asked = {
  readonly method: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
};

/** One call through TLS, whose certificate nobody knows. */
async function ask(port: number, { method, headers = {}, body, path: place = '/' }: Asked) {
  const call = request({
    host: '127.0.0.1',
    port,
    method,
    path: place,
    agent: false,
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
