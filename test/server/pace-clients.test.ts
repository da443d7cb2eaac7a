import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './test-app.ts';

const HOUR = 3_600_000;
const FLOODER = '192.0.2.1';

let server: TestApp;
beforeEach(async () => {
  // Nobody lives to see the second turn.
  const rate = { burst: 2, everyMs: HOUR };
  server = await createTestApp({ pace: { visits: rate, refusals: rate, longestMs: HOUR } });
});
afterEach(() => server.close());

const ask = (url: string, remoteAddress: string) => server.app.inject({ url, remoteAddress });

test('a client that is refused again and again waits for the answer, and nobody else does', async () => {
  for (let time = 0; time < 2; time += 1) expect((await ask('/api/profile', FLOODER)).statusCode).toBe(401);
  let isAnswered = false;
  const held = ask('/api/profile', FLOODER).finally(() => {
    isAnswered = true;
  });
  const beyond = await ask('/api/profile', FLOODER);
  expect([beyond.statusCode, beyond.headers['connection']]).toEqual([401, 'close']);
  expect((await ask('/api/profile', '192.0.2.2')).statusCode).toBe(401);
  expect(isAnswered).toBe(false);
  // What waits is answered when the server stops.
  await server.app.close();
  expect((await held).statusCode).toBe(401);
});

test('a client that opens page after page waits, and is refused when too many wait', async () => {
  for (let time = 0; time < 2; time += 1) expect((await ask('/login', FLOODER)).statusCode).toBe(200);
  let isAnswered = false;
  const held = ask('/login', FLOODER).finally(() => {
    isAnswered = true;
  });
  expect((await ask('/login', FLOODER)).statusCode).toBe(429);
  expect((await ask('/login', '192.0.2.2')).statusCode).toBe(200);
  expect(isAnswered).toBe(false);
  await server.app.close();
  expect((await held).statusCode).toBe(200);
});
