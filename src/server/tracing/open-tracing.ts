import type { Pool } from 'pg';
import type { Config } from '../settings/config.ts';
import type { OnFault } from '../http/error-log.ts';
import type { TraceRequests } from './start-tracing.ts';

type Reports = { readonly onFault: OnFault; readonly undo: (() => Promise<void>)[] };

/**
 * Sends traces of requests, and of the queries that they make, to the collector of the settings. Nothing of OpenTelemetry
 * is loaded where there is none.
 *
 * @param pool the connections over which the requests make their queries
 * @param undo gets what ends it
 * @returns what traces the requests of an application
 */
export async function openTracing(
  { tracesTo, tracedShare, trustProxy }: Pick<Config, 'tracesTo' | 'tracedShare' | 'trustProxy'>,
  pool: Pool,
  { onFault, undo }: Reports,
): Promise<TraceRequests | undefined> {
  if (tracesTo === undefined) return undefined;
  const { startTracing } = await import('./start-tracing.ts');
  const tracing = startTracing({ tracedShare, isBehindProxy: trustProxy !== false }, onFault);
  undo.push(tracing.stop);
  tracing.traceQueries(pool);
  return tracing.traceRequests;
}
