import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { createMetrics } from '#server/metrics/metrics.ts';
import { openTestApp } from '#test/server/test-app.ts';

const COOKIE = 'cookie: toy_session=SECRET';

/** The head of a call whose body is announced and never sent. */
const announce = (path: string): readonly string[] => [
  `POST ${path} HTTP/1.1`,
  'host: localhost',
  'content-type: application/json',
  'content-length: 20000',
];

/** Requests that no route sees, and their status. */
const UNREADABLE: readonly (readonly [string, number, readonly string[]])[] = [
  ['no request at all', 400, ['SECRET', COOKIE]],
  ['an unknown method', 400, ['SECRET / HTTP/1.1', 'host: localhost', COOKIE]],
  ['a header without a name', 400, ['GET / HTTP/1.1', 'host: localhost', COOKIE, ': SECRET']],
  [
    'headers that are too large',
    431,
    ['GET / HTTP/1.1', 'host: localhost', COOKIE, `x: ${'SECRET'.repeat(4000)}`],
  ],
  ['a request without a host', 400, ['GET /SECRET HTTP/1.1', COOKIE]],
  ['two hosts', 400, ['GET /SECRET HTTP/1.1', 'host: localhost', 'Host: localhost', COOKIE]],
  ['HTTP/0.9', 400, ['GET /SECRET']],
  ['an address that cannot be decoded', 400, ['GET /SECRET%zz HTTP/1.1', 'host: localhost', COOKIE]],
  [
    'a part of the address that is too long',
    414,
    [`GET /api/pdf/document-answer/${'SECRET'.repeat(50)} HTTP/1.1`, 'host: localhost', COOKIE],
  ],
  ['a long body of a public call', 413, announce('/public/stop-reminders?token=SECRET')],
  ['a body of an unknown call', 404, announce('/SECRET')],
  [
    'two lengths',
    400,
    ['POST /public/login HTTP/1.1', 'host: localhost', COOKIE, 'content-length: 1', 'content-length: 2'],
  ],
];

describe('an unreadable request', async () => {
  let port: number;
  const logged: string[] = [];
  const metrics = createMetrics();
  const server = await openTestApp({
    metrics,
    logger: { level: 'trace', stream: { write: (line: string) => void logged.push(line) } },
  });
  beforeAll(async () => {
    port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
  });

  /** Sends lines. @returns the head and body of the response */
  async function send(lines: readonly string[]): Promise<readonly [string, string]> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write([...lines, 'connection: close', '', ''].join('\r\n'));
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    return [head, body];
  }

  test.each(UNREADABLE)('gets a JSON error with all headers: %s', async (_title, status, lines) => {
    const [head, body] = await send(lines);
    const [first, ...headers] = head.split('\r\n').map((line) => line.toLowerCase());
    expect(first).toMatch(new RegExp(`^http/1.1 ${status} `));
    expect(headers).toEqual(
      expect.arrayContaining([
        'x-content-type-options: nosniff',
        'referrer-policy: no-referrer',
        'cross-origin-resource-policy: same-origin',
        "content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox",
        'cache-control: no-store',
        'content-type: application/json; charset=utf-8',
      ]),
    );
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\.$/) });
    expect(head + body).not.toMatch(/secret/i);
  });

  test('is one of several sent at once (HTTP pipelining), which open nothing', async () => {
    const socket = connect(port, '127.0.0.1');
    logged.length = 0;
    socket.write('GET /assets/none.js HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(50));
    expect(await text(socket)).not.toContain('HTTP/1.1 404');
    expect(logged.filter((line) => line.includes('"answered"')).length).toBeLessThan(2);
  });

  test('leaves no cookie in the trace log, nor does a readable one', async () => {
    await send(['GET /api/profile HTTP/1.1', 'host: localhost', COOKIE]);
    for (const [, , lines] of UNREADABLE) await send(lines);
    await expect.poll(() => logged.filter((line) => line.includes('"answered"')).length).toBeGreaterThan(0);
    expect(logged.join('')).not.toContain('SECRET');
  });

  test('is not logged or counted as a database error if the client disconnects', async () => {
    logged.length = 0;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const head = ['POST /public/login HTTP/1.1', 'host: localhost', 'content-type: application/json'];
    const isHere = once(server.app.server, 'request');
    socket.write([...head, 'content-length: 100', '', '{"username":'].join('\r\n'));
    await isHere;
    socket.resetAndDestroy();
    await expect.poll(() => logged.join('')).toContain('the client left before its request was complete');
    expect(logged.join('')).not.toContain('database unavailable');
    expect(await metrics.render([])).not.toMatch(/^matricula_unavailable_total\{/m);
  });
});
