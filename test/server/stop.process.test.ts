import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UPLOAD_PATH } from '#server/files/disk-files.ts';
import type { Renderer } from '#server/pdf/render/renderer.ts';
import { startTestServer, type TestServer } from '#test/support/test-server.ts';
import { createTestApp } from './test-app.ts';
import { createWaitingJobs } from './waiting-jobs.ts';

const JSON_HEAD = 'Host: localhost\r\nContent-Type: application/json\r\n';

const CONNECTIONS: readonly (readonly [name: string, bytes: string])[] = [
  ['has sent half of the headers', 'GET /healthz HTTP/1.1\r\nHost:'],
  ['saves slowly', `PUT /api/answer HTTP/1.1\r\n${JSON_HEAD}Content-Length: 999\r\n\r\n{"answer"`],
  [
    'uploads slowly',
    `POST ${UPLOAD_PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n` +
      'Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\nContent-Disposition: form-data; name="key"\r\n\r\nk',
  ],
];

const IDLE: typeof CONNECTIONS = [
  ['is silent', ''],
  ['is kept alive', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'],
];

const CUT_OFF = 'connections were cut off';

const sockets: Socket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.destroy();
});

function start(): Promise<TestServer> {
  return startTestServer({ env: { LOG_LEVEL: 'warn', MAILBOX_PORT: 'off' } });
}

/** Connects, sends bytes, and waits until accepted. */
async function openConnection(server: TestServer, bytes: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(bytes);
  // Connections are accepted in order.
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  return socket;
}

describe.each([
  ['busy and idle connections', [...CONNECTIONS, ...IDLE], true],
  ['only idle connections', IDLE, false],
] as const)('a stopping server with %s', (_, connections, isLate) => {
  let server: TestServer;
  const closed = new Map<string, Promise<unknown>>();
  beforeAll(async () => {
    server = await start();
    for (const [name, bytes] of connections) {
      const socket = await openConnection(server, bytes);
      socket.resume().on('error', () => undefined);
      closed.set(name, once(socket, 'close'));
    }
    await server.stop();
  });

  test.each(connections)('stops although a connection %s', async (name) => {
    await closed.get(name);
    expect(server.exitCode()).toBe(0);
  });

  test('waits only for busy connections', () => {
    expect(server.output().includes(CUT_OFF)).toBe(isLate);
  });
});

test('a stopping server answers a request in progress', async () => {
  const server = await start();
  const body = JSON.stringify({ username: 'nobody', password: '' });
  const socket = await openConnection(
    server,
    `POST /public/login HTTP/1.1\r\n${JSON_HEAD}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
  );
  const stopped = server.stop();
  await expect
    .poll(() =>
      fetch(server.url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false);
  socket.write(body.slice(9));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
  await stopped;
  expect(server.exitCode()).toBe(0);
});

test('a server behind a balancer, signaled twice, stops once, reports it, and answers late calls', async () => {
  const server = await startTestServer({ env: { LOG_LEVEL: 'warn', TRUST_PROXY: '1' } });
  const ready = () => fetch(`${server.url}/readyz`).then((answer) => answer.json());
  process.kill(server.pid, 'SIGINT');
  await expect.poll(ready, { interval: 20 }).toMatchObject({ status: 'stopping' });
  const stopped = server.stop();
  for (let call = 0; call < 20; call += 1) expect(await ready()).toMatchObject({ status: 'stopping' });
  const late = await fetch(`${server.url}/api/profile`);
  expect([late.status, late.headers.get('connection')]).toEqual([401, 'close']);
  await stopped;
  expect(server.exitCode()).toBe(0);
});

test('an application that fails to build closes its resources', async () => {
  let isClosed = false;
  const renderer: Renderer = {
    render: async () => ({ kind: 'noBrowser', message: '' }),
    close: async () => void (isClosed = true),
  };
  const jobs = {
    ...createWaitingJobs().queue,
    workMailJobs: async () => Promise.reject(new Error('The queue is gone.')),
  };
  await expect(createTestApp({ jobs, renderer })).rejects.toThrow('The queue is gone.');
  expect(isClosed).toBe(true);
});
