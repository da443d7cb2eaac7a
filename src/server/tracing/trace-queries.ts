import { EventEmitter, once } from 'node:events';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Pool, PoolClient } from 'pg';
import { errorCodeOf } from '../error-code.ts';

/**
 * A span for each statement that a request has sent, by its text, which has none of the values. What is sent for no
 * request, as the queue of jobs does twice a second, has none.
 */
export function traceQueries(pool: Pool): void {
  const traced = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (traced.has(client)) return;
    traced.add(client);
    const send: (...args: readonly unknown[]) => unknown = client.query.bind(client);
    Object.assign(client, { query: (...args: readonly unknown[]) => withSpan(args, () => send(...args)) });
  });
}

function withSpan(args: readonly unknown[], send: () => unknown): unknown {
  if (trace.getActiveSpan()?.isRecording() !== true) return send();
  const text = textOf(args[0]);
  const span = trace
    .getTracer('matricula')
    .startSpan(/^\s*\w+/.exec(text)?.[0].trim().toUpperCase() ?? 'QUERY', {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    });
  const result = context.with(trace.setSpan(context.active(), span), send);
  // What a pooler is sent is no promise, but announces its end.
  const answered = result instanceof EventEmitter ? once(result, 'end') : Promise.resolve(result);
  void answered.then(
    () => span.end(),
    (error: unknown) => {
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('db.response.status_code', errorCodeOf(error));
      span.end();
    },
  );
  return result;
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
