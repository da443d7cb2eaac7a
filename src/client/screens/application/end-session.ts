import type { NavigateOptions, To } from 'react-router';
import type { Services } from '#client/data/services.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import type { Carried } from '../carried.ts';
import type { Application } from './application.ts';

/** Where the open application stands in the cache; it lives exactly as long as the session. */
export const APPLICATION_KEY = ['application'] as const;

type Navigate = (to: To, options?: NavigateOptions) => void | Promise<void>;

/**
 * Leaves for the log-in screen and forgets everything of the student, apart from what could not be saved: that
 * travels along under the student's name, so that nobody else who logs in is given it.
 *
 * @param error told on the log-in screen
 */
export async function endSession(
  { queryClient }: Pick<Services, 'queryClient'>,
  navigate: Navigate,
  error?: string,
): Promise<void> {
  commitDrafts();
  const application = queryClient.getQueryData<Application>(APPLICATION_KEY);
  const state: Carried = { ...unsavedOf(application), ...(error === undefined ? {} : { error }) };
  application?.close();
  // The form is still on the screen until the log-in screen is loaded: emptied now, it would load again.
  await navigate('/login', { state });
  queryClient.clear();
}

function unsavedOf(application: Application | undefined): Carried {
  const answers = application?.autosave?.unsaved ?? {};
  if (!application || Object.keys(answers).length === 0) return {};
  return { answers, owner: application.student.get().username };
}
