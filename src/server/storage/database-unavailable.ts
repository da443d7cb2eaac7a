import { errorCodeOf } from '../error-code.ts';

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

/** What the driver says, without a code, when its connection or its pool gives out. */
const DRIVER_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
];

/**
 * True when the database cannot be reached or has no room now, so that the same request may succeed later:
 * PostgreSQL's classes 08 (connection), 53 (resources), 57 (shutdown, cancelled) and the driver's own.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCodeOf(error);
  if (NETWORK_CODES.has(code) || /^(?:08|53|57)[0-9A-Z]{3}$/.test(code)) return true;
  return DRIVER_MESSAGES.some((message) => error.message.startsWith(message));
}
