import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTracing } from '#server/tracing/open-tracing.ts';
import { logIn } from '#test/api/student-client.ts';
import { NODE_FLAGS } from '#scripts/node-flags.ts';
import { createTestApp, ORIGIN, type TestApp } from './test-app.ts';
import { testEngines } from './test-storage.ts';

type Span = {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
};

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const sent: string[] = [];
const collectors: Server[] = [];

afterEach(() => {
  for (const collector of collectors.splice(0)) collector.close();
  vi.unstubAllEnvs();
  sent.length = 0;
});

/** Collects spans at the configured address. */
async function startCollector(): Promise<string> {
  const collector = createServer(async (request, response) => {
    sent.push(await text(request));
    response.end('{}');
  }).listen(0, '127.0.0.1');
  collectors.push(collector);
  await once(collector, 'listening');
  const { port }: AddressInfo = Object(collector.address());
  const tracesTo = `http://127.0.0.1:${port}`;
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', tracesTo);
  return tracesTo;
}

describe.each(testEngines)('a trace over $engine', ({ open }) => {
  const undo: (() => Promise<void>)[] = [];
  let server: TestApp;
  beforeEach(async () => {
    const tracesTo = await startCollector();
    const storage = await open();
    const settings = { tracesTo, tracedShare: 1, trustProxy: 1 };
    const traceRequests = await openTracing(settings, storage.pool, { onError: () => undefined, undo });
    server = await createTestApp({ storage, traceRequests });
  });
  afterEach(() => server.close());

  test('has spans of requests and queries, without student data', async () => {
    const student = await logIn(server);
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const saved = await fetch(`${address}/api/answer`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        origin: ORIGIN,
        cookie: Array.from(student.cookies, (cookie) => cookie.join('=')).join('; '),
        traceparent: TRACEPARENT,
      },
      body: JSON.stringify({ answer: { colour: 'blue' } }),
    });
    expect(saved.status).toBe(200);
    await fetch(`${address}/student/ada?token=secret`);
    for (const stop of undo.splice(0)) await stop();
    const spans = sent.flatMap(spansOf);
    const save = spans.find(({ name }) => name === 'PUT /api/answer');
    expect(save).toMatchObject({
      kind: 2,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    });
    expect(save?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
    const queries = spans.filter(({ parentSpanId }) => parentSpanId === save?.spanId);
    expect(queries.length).toBeGreaterThan(0);
    for (const { kind, traceId } of queries) expect([kind, traceId]).toEqual([3, save?.traceId]);
    expect(JSON.stringify(queries)).toMatch(/db\.query\.text.*\$1/);
    expect(spans.map(({ name }) => name)).toContain('GET unknown');
    expect(sent.join('')).not.toMatch(/"blue"|student\/ada|token=secret/);
  });
});

test("a stranger's trace is not continued", async () => {
  const tracesTo = await startCollector();
  const undo: (() => Promise<void>)[] = [];
  const settings = { tracesTo, tracedShare: 1, trustProxy: false } as const;
  const trace = await openTracing(settings, new Pool(), { onError: () => undefined, undo });
  const app = Fastify();
  trace?.(app);
  app.get('/here', async () => 'here');
  await app.inject({ url: '/here', headers: { traceparent: TRACEPARENT } });
  for (const stop of undo.splice(0)) await stop();
  await app.close();
  expect(sent.flatMap(spansOf)).toMatchObject([{ name: 'GET /here' }]);
  expect(sent.join('')).not.toContain(TRACEPARENT.split('-')[1]);
});

function spansOf(body: string): readonly Span[] {
  const { resourceSpans = [] }: { resourceSpans?: { scopeSpans: { spans: Span[] }[] }[] } = JSON.parse(body);
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

test('nothing of OpenTelemetry is loaded without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(import.meta.resolve('#server/start/main.ts'))});
    const { openTracing } = await import(${JSON.stringify(import.meta.resolve('#server/tracing/open-tracing.ts'))});
    await openTracing({ tracesTo: undefined }, undefined, {});
    console.log(loaded.filter((url) => url.includes('opentelemetry')).length, loaded.length > 100);`;
  const args = [...NODE_FLAGS, '--input-type=module', '--eval', program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect([stdout, stderr]).toEqual(['0 true\n', '']);
});
