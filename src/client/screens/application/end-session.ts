import type { NavigateFunction } from 'react-router';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import type { Carried } from '../carried.ts';
import type { Application } from './application.ts';

/**
 * Leaves for the log-in screen and stops saving. What could not be saved travels along under the student's
 * name, so that nobody else who logs in is given it.
 *
 * @param forget drops everything that was loaded for the student
 * @param error told on the log-in screen
 */
export function endSession(
  application: Application | undefined,
  navigate: NavigateFunction,
  forget: () => void,
  error?: string,
): void {
  commitDrafts();
  const state: Carried = { ...unsavedOf(application), ...(error === undefined ? {} : { error }) };
  application?.close();
  forget();
  void navigate('/login', { state });
}

function unsavedOf(application: Application | undefined): Carried {
  const answers = application?.autosave?.unsaved ?? {};
  if (!application || Object.keys(answers).length === 0) return {};
  return { answers, owner: application.student.get().username };
}
