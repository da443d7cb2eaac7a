import type { Pool } from 'pg';
import type { Config } from '../settings/config.ts';
import type { OnFault } from '../http/error-log.ts';
import type { TraceRequests } from './start-tracing.ts';

type Reports = { readonly onFault: OnFault; readonly undo: (() => Promise<void>)[] };

/**
 * Starts tracing to the configured collector, if any; else nothing of OpenTelemetry is loaded.
 *
 * @param undo gets what stops it
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
