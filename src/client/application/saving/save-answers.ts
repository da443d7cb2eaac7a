import type { Answers } from '#form/definition/definition.ts';
import type { ApplicationCalls } from '#client/data/application-calls.ts';
import type { SaveAnswersOutcome } from './autosave-deps.ts';
import { RequestError } from '#client/data/request-error.ts';
import { saveFailure } from './save-failure.ts';

/**
 * PUT /api/answer as a value: what was saved, who else changed what, or why it did not work.
 */
export async function saveAnswers(
  calls: ApplicationCalls,
  delta: Answers,
  baseVersion?: number,
): Promise<SaveAnswersOutcome> {
  try {
    const { version } = await calls.saveAnswers(delta, baseVersion);
    return { kind: 'saved', version };
  } catch (error) {
    return isConflict(error) ? { kind: 'conflict' } : saveFailure(error);
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof RequestError && error.status === 409 && error.body['conflicts'] !== undefined;
}
