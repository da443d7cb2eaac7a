import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATIENCE } from '#server/plugins/late-requests.ts';
import { createTestApp, ORIGIN, type TestApp } from './test-app.ts';

const BODY = JSON.stringify({ username: 'nobody@example.org', password: 'x'.repeat(200) });
const HEAD = [
  'POST /public/login HTTP/1.1',
  'host: localhost',
  `origin: ${ORIGIN}`,
  'content-type: application/json',
  `content-length: ${BODY.length}`,
  'expect: 100-continue',
  'connection: close',
  '',
  '',
].join('\r\n');

describe('a client that is slow to send', () => {
  let server: TestApp;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = await createTestApp({ patience: { headMs: 300, bodyMs: 300, bytesPerSecond: 1 } });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await server.close();
  });

  async function openConnection(): Promise<Socket> {
    const address = server.app.server.address();
    if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
    const socket = connect(address.port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  }

  /** Up to where the server asks for the body. */
  async function sendHead(): Promise<Socket> {
    const socket = await openConnection();
    socket.write(HEAD);
    const [bytes] = await once(socket, 'data');
    expect(String(bytes)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    return socket;
  }

  test('the head is cut off', async () => {
    const socket = await openConnection();
    socket.write(HEAD.slice(0, 40));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('the body is cut off, but for one that goes on', async () => {
    const slow = await sendHead();
    const steady = await sendHead();
    slow.write(BODY.slice(0, 1));
    // Worth a second for each byte here.
    steady.write(BODY.slice(0, 200));
    expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 /);
    steady.write(BODY.slice(200));
    expect(await text(steady)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('a body that nobody waits for any more is cut off too', async () => {
    const socket = await openConnection();
    const kept = HEAD.replace('connection: close\r\n', '');
    socket.write(kept.replace('POST /public/login', 'POST /api/validations'));
    // It is answered at once, and ends by itself only then.
    expect(await text(socket)).toMatch(/HTTP\/1\.1 401 /);
  });
});

test('a head has ten seconds, a body thirty, and the largest document on a slow phone less than its permit', () => {
  const { headMs, bodyMs, bytesPerSecond } = PATIENCE;
  expect([headMs, bodyMs]).toEqual([10_000, 30_000]);
  expect(bodyMs / 1000 + 1_048_576 / bytesPerSecond).toBeLessThan(600);
});
