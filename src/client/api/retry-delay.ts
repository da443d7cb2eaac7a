import { RequestError } from './request-error.ts';

/** Milliseconds before the first retry; doubled up to {@link MAX_RETRY_DELAY}. */
export const MIN_RETRY_DELAY = 1_000;
export const MAX_RETRY_DELAY = 30_000;
/** No server keeps a student waiting longer. */
const MAX_RETRY_AFTER = 300_000;

/**
 * Milliseconds until the next try after so many failures in a row, and not before the server wants it.
 *
 * Each page waits up to half as long again or half as long, so that pages do not retry in step.
 *
 * @param failures at least 1
 * @param retryAfterMs what the last answer asked for, in milliseconds; 0 where it asked for nothing
 */
export function retryDelay(failures: number, retryAfterMs = 0, random = Math.random): number {
  const delay = Math.min(MIN_RETRY_DELAY * 2 ** (failures - 1), MAX_RETRY_DELAY);
  return Math.max(delay * (0.5 + random()), retryAfterMs * (1 + random() / 2));
}

/** Milliseconds for which the answer behind an error asks to wait; 0 where it does not. */
export function retryAfterOf(error: unknown): number {
  return error instanceof RequestError ? error.retryAfterMs : 0;
}

/**
 * Reads a Retry-After header: seconds or a date (RFC 9110, 10.2.3).
 *
 * @returns milliseconds, at most five minutes; 0 for anything else
 */
export function parseRetryAfter(value: string | null): number {
  const text = value?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), MAX_RETRY_AFTER);
}
