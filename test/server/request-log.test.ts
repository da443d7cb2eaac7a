import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { TrustProxy } from '#server/settings/config.ts';
import { createServer } from '#server/http/create-server.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { createLocales } from '#server/http/locale.ts';

/** The log line and header of a request. */
async function answer(trustProxy: TrustProxy, headers: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => done(void lines.push(chunk.toString())),
  });
  const app = await createServer({
    config: { partner: 'toy', cookiePrefix: 'toy', trustProxy },
    logger: { level: 'info', stream },
    locales: createLocales({}),
    publicOrigin: () => 'http://localhost:3000',
    metrics: createMetrics(),
  });
  app.get('/student/:name', async () => 'here');
  const answered = await app.inject({ url: '/student/ada?token=secret', headers });
  await app.close();
  return { line: lines.join(''), id: answered.headers['x-request-id'] };
}

test('each response is one line with client, route and its request ID', async () => {
  const { line, id } = await answer(false, {});
  expect(JSON.parse(line)).toMatchObject({
    msg: 'answered',
    reqId: id,
    client: '127.0.0.1',
    method: 'GET',
    route: '/student/:name',
    status: 200,
    ms: expect.any(Number),
  });
  expect(line).not.toMatch(/ada|secret/);
});

test('request IDs are unique', async () => {
  const [one, other] = [await answer(false, {}), await answer(false, {})];
  expect(one.id).not.toEqual(other.id);
});

test.each<[string, TrustProxy, string, boolean]>([
  ['of a trusted proxy is used', 1, '0af7651916cd43dd8448eb211c80319c', true],
  ['of an untrusted client is not', false, '0af7651916cd43dd8448eb211c80319c', false],
  ['with quotes is not', 1, 'a"b', false],
  ['of excessive length is not', 1, 'a'.repeat(129), false],
])('an id %s', async (_name, trustProxy, given, isTaken) => {
  const headers = { 'x-request-id': given, 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' };
  const { line, id } = await answer(trustProxy, headers);
  expect(id === given).toBe(isTaken);
  expect(JSON.parse(line)).toMatchObject({
    reqId: id,
    client: trustProxy === false ? '127.0.0.1' : '2001:db8:1:2',
  });
});
