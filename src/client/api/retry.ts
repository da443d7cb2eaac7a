import type { WebStatus } from '#form/progress/web-status.ts';
import { pause } from '../ui/schedule.ts';
import type { ApplicationCalls } from './application-calls.ts';
import { RequestError } from './call.ts';

/** Statuses of temporary failures and rate limits. */
const RETRYABLE_STATUSES = [429, 502, 503, 504];

/** Whether a retry can help: network error, 429, 502, 503 or 504. */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof RequestError &&
    (error.code === 'unreachable' || RETRYABLE_STATUSES.includes(error.status))
  );
}

/** Milliseconds before the first retry; doubled up to {@link MAX_RETRY_DELAY}. */
export const MIN_RETRY_DELAY = 1_000;
export const MAX_RETRY_DELAY = 30_000;

/**
 * Returns milliseconds until the next retry, at least the Retry-After.
 * Jitter of plus or minus half keeps pages from retrying in step.
 *
 * @param failures at least 1
 * @param retryAfterMs Retry-After of the last response, in milliseconds; 0 without one
 */
export function retryDelay(failures: number, retryAfterMs = 0, random = Math.random): number {
  const delay = Math.min(MIN_RETRY_DELAY * 2 ** (failures - 1), MAX_RETRY_DELAY);
  return Math.max(delay * (0.5 + random()), retryAfterMs * (1 + random() / 2));
}

/** Returns the Retry-After of an error in milliseconds; 0 without one. */
export function retryAfterOf(error: unknown): number {
  return error instanceof RequestError ? error.retryAfterMs : 0;
}

/** Maximum retries (docs/behavior.md 9). */
const RETRIES = 2;

/** Posts the status, with two retries. Ignores 409: another tab already posted it. @throws RequestError */
export async function postWebStatus(calls: ApplicationCalls, status: WebStatus): Promise<void> {
  for (let retries = 0; ; retries += 1) {
    try {
      await calls.setWebStatus(status);
      return;
    } catch (error) {
      if (error instanceof RequestError && error.code === 'refused' && error.status === 409) return;
      const isFailure =
        error instanceof RequestError && (error.code === 'unreachable' || error.code === 'server');
      if (!isFailure || retries === RETRIES) throw error;
      await pause(retryDelay(retries + 1, error.retryAfterMs));
    }
  }
}
