import type { NavigateFunction } from 'react-router';
import type { Services } from '#client/api/services.ts';
import { commitDrafts } from '#client/widgets/pending-drafts.ts';
import type { NavigationState } from '#client/screens/navigation-state.ts';
import type { Application } from './application.ts';
import { forgetNotes } from '../saving/tab-storage.ts';
import { endPageSession } from './page-session.ts';

/**
 * Leaves for the log-in screen, stops saving and drops everything that was loaded for the student.
 *
 * @param message shown on the log-in screen. Without one the student asked to be logged out and nothing stays;
 *   otherwise what could not be saved waits for the same student.
 */
export function endSession(
  services: Services,
  navigate: NavigateFunction,
  application: Application | undefined,
  message?: string,
): void {
  commitDrafts();
  application?.close(message !== undefined);
  services.endSession();
  endPageSession(services);
  forgetNotes();
  const state: NavigationState = message === undefined ? {} : { error: message };
  void navigate('/login', { state });
}
