import type { WebStatus } from '#form/progress/web-status.ts';
import type { ApplicationCalls } from './application-calls.ts';
import { RequestError } from './request-error.ts';

/** How often the post is tried again (docs/behavior.md 9). */
const RETRIES = 2;

/**
 * Posts the status. That another tab already took the step (409) is no failure: the server keeps the order.
 * @throws RequestError when the third try failed too, or at once when the session has ended or the application was submitted
 */
export async function postWebStatus(calls: ApplicationCalls, status: WebStatus): Promise<void> {
  for (let retries = 0; ; retries += 1) {
    try {
      await calls.setWebStatus(status);
      return;
    } catch (error) {
      if (error instanceof RequestError && error.code === 'refused' && error.status === 409) return;
      const isPassing =
        error instanceof RequestError && (error.code === 'unreachable' || error.code === 'server');
      if (!isPassing || retries === RETRIES) throw error;
    }
  }
}
