import { setTimeout as delay } from 'node:timers/promises';
import { context, type Context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import { type OnError, errorCodeOf } from '../http/error-log.ts';
import { EventEmitter, once } from 'node:events';

const STOP_LIMIT_MS = 2000;

/** Traces each request. Call before adding routes. */
export type TraceRequests = (app: FastifyInstance) => void;

type TracingSettings = {
  /** Share of traced requests among those without an incoming trace, from 0 to 1. */
  readonly tracedShare: number;
  /** Whether a trusted proxy can have begun the trace. */
  readonly isBehindProxy: boolean;
};

/**
 * Exports spans of requests and queries to OTEL_EXPORTER_OTLP_ENDPOINT. The Node instrumentation packages would include
 * URLs with queries; a route pattern reveals nothing.
 */
export function startTracing({ tracedShare, isBehindProxy }: TracingSettings, onError: OnError) {
  setGlobalErrorHandler((error) => onError('traces', error));
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'matricula' }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracedShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  if (isBehindProxy) propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return {
    traceRequests,
    traceQueries,
    /** Sends pending spans, for at most two seconds. */
    stop: async (): Promise<void> => {
      await Promise.race([provider.shutdown(), delay(STOP_LIMIT_MS, undefined, { ref: false })]);
      for (const api of [context, trace, propagation]) api.disable();
    },
  };
}

/** Creates a span for each request, as the parent of its queries. */
function traceRequests(app: FastifyInstance): void {
  const tracer = trace.getTracer('matricula');
  const begun = new WeakMap<FastifyRequest, Context>();
  const goOnWithin = (request: FastifyRequest, done: () => void): void =>
    context.with(begun.get(request) ?? context.active(), done);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, headers, id } = request;
    const route = routeOptions.url ?? 'unknown';
    const attributes = { 'http.request.method': method, 'http.route': route, 'matricula.request_id': id };
    const parent = propagation.extract(context.active(), headers);
    const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    begun.set(request, trace.setSpan(parent, span));
    goOnWithin(request, done);
  });
  // The body arrives in connection events, outside the request's context.
  app.addHook('preValidation', (request, _reply, done) => goOnWithin(request, done));
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = trace.getSpan(begun.get(request) ?? context.active());
    span?.setAttribute('http.response.status_code', statusCode);
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}

/** Creates a span for each statement of a request, without values. The job queue has none. */
function traceQueries(pool: Pool): void {
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
  // Queries for a pooler return an emitter instead of a promise.
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
