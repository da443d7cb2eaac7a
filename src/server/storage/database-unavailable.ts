import { driverReasonOf, errorCodeOf } from '../http/error-log.ts';

/** Node's codes for a connection that failed. */
const NETWORK_CODES = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** PostgreSQL's read_only_sql_transaction. */
export const READ_ONLY = '25006';

/**
 * True when the database cannot be reached or has no room now, so that the same request may succeed later:
 * PostgreSQL's classes 08 (connection), 53 (resources), 57 (shutdown, cancelled), a server that takes no writes, which
 * fails over, and the driver's own.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error);
  if (code === READ_ONLY || NETWORK_CODES.has(code) || /^(?:08|53|57)[0-9A-Z]{3}$/.test(code)) return true;
  return driverReasonOf(error) !== undefined;
}
