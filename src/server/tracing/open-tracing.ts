import type { Pool } from 'pg';
import type { Config } from '../settings/config.ts';
import type { OnError } from '../http/error-log.ts';
import type { TraceRequests } from './start-tracing.ts';

type Reports = { readonly onError: OnError; readonly undo: (() => Promise<void>)[] };

/**
 * Starts tracing to the configured collector, if any. Otherwise OpenTelemetry is not loaded.
 * @param undo receives the function that stops it
 */
export async function openTracing(
  { tracesTo, tracedShare, trustProxy }: Pick<Config, 'tracesTo' | 'tracedShare' | 'trustProxy'>,
  pool: Pool,
  { onError, undo }: Reports,
): Promise<TraceRequests | undefined> {
  if (tracesTo === undefined) return undefined;
  const { startTracing } = await import('./start-tracing.ts');
  const tracing = startTracing({ tracedShare, isBehindProxy: trustProxy !== false }, onError);
  undo.push(tracing.stop);
  tracing.traceQueries(pool);
  return tracing.traceRequests;
}
