import type { SaveFailure } from './autosave-deps.ts';
import { readErrorMap } from '#client/api/error-map.ts';
import { RequestError } from '#client/api/request-error.ts';
import { say } from '#texts/say.ts';
import { errorTexts } from '#generated/texts.ts';

/** Why a save failed. What comes too often (429) is worth another try. */
export function saveFailure(error: unknown): SaveFailure {
  if (!(error instanceof RequestError)) {
    // A fault of this program: printed on the console, and tried again, because the change is still here.
    console.error(error);
    return { kind: 'unreachable', message: say(errorTexts.unexpected) };
  }
  const { code, message, status, body } = error;
  if (code === 'unauthorized') return { kind: 'signed-out' };
  if (code === 'submitted') return { kind: 'submitted' };
  if (code !== 'refused' || status === 429) return { kind: 'unreachable', message };
  return { kind: 'refused', message, errors: readErrorMap(body['errors']) ?? {} };
}
