import type { Answers } from '#form/definition/definition.ts';
import type { ApplicationCalls } from './application-calls.ts';
import type { PutOutcome } from './autosave-deps.ts';
import { readErrorMap } from './error-map.ts';
import { RequestError } from './request-error.ts';

/**
 * PUT /api/answer as a value: what was saved, who else changed what, or why it did not work.
 */
export async function saveAnswers(
  calls: ApplicationCalls,
  delta: Answers,
  baseVersion?: number,
): Promise<PutOutcome> {
  try {
    const { version } = await calls.saveAnswers(delta, baseVersion);
    return { kind: 'saved', version };
  } catch (error) {
    if (error instanceof RequestError) return outcomeOf(error);
    // A fault of this program: told on the console, and tried again, because the answers are still here.
    console.error(error);
    return { kind: 'unreachable' };
  }
}

function outcomeOf(error: RequestError): PutOutcome {
  if (error.code === 'unauthorized') return { kind: 'signed-out' };
  if (error.code !== 'refused' || error.status === 429) return { kind: 'unreachable' };
  if (error.status === 409 && error.body['conflicts']) return { kind: 'conflict' };
  const errors = readErrorMap(error.body['errors']) ?? {};
  return { kind: 'refused', message: error.message, keys: Object.keys(errors) };
}
