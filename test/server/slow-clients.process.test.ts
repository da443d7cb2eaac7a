import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './test-app.ts';

const LIMIT_MS = 15_000;

let server: TestApp;
let port: number;
beforeAll(async () => {
  server = await createTestApp();
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => server.close());

test.concurrent.each([
  ['half of a head', 'GET /healthz HTTP/1.1\r\nhost: loc'],
  ['nothing', ''],
])('a connection that sends %s is closed within 15 s', { timeout: 2 * LIMIT_MS }, async (_name, bytes) => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const since = performance.now();
  socket.write(bytes);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - since).toBeLessThan(LIMIT_MS);
});
