import type { QueryClient } from '@tanstack/react-query';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { createQueryClient } from '../api/query-client.ts';
import { type Services, useServices } from '../api/services.ts';
import { Observable } from '../ui/observable.ts';
import { type NavigateFunction, useNavigate } from 'react-router';
import { commitDrafts } from '../widgets/pending-drafts.ts';
import type { NavigationState } from '../screens/navigation-state.ts';
import type { Application } from './application.ts';
import { forgetNotes } from '../saving/tab-storage.ts';
import { useEffect, useRef } from 'react';
import { hasUnsaved } from '../saving/autosave-state.ts';
import { saveWhenAsked } from '../saving/sync-tabs.ts';
import { onPageShown } from '../ui/page-visibility.ts';
import { say, accountTexts, errorTexts } from '#texts/say.ts';

/** What is loaded for one session, across screens; the account screens do without it and its weight. */
type PageSession = {
  /** How many sessions ended since the page was loaded. */
  readonly number: number;
  readonly queries: QueryClient;
};

/** The present session; what shows it is re-rendered when the next one begins. */
export const pageSession = memoizeByObject(
  (_services: Services): Observable<PageSession> =>
    new Observable({ number: 0, queries: createQueryClient() }),
);

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
  // Its screens go at once: a Back before the log-in screen is loaded would find the answers (docs/behavior.md 4.5).
  const session = pageSession(services);
  session.set({ number: session.get().number + 1, queries: createQueryClient() });
  forgetNotes();
  void navigate('/login', { state: endedState(application?.student.get().username, message) });
}

/** What the log-in screen shows of the end of a session; only an invalid one is an error. */
function endedState(username: string | undefined, message: string | undefined): NavigationState {
  if (message === undefined) return { loggedOut: say(accountTexts.loggedOut) };
  if (message === say(errorTexts.sessionInvalid)) return { error: message };
  return { loggedOut: message, ...(username && { username }) };
}

/** Leaves for the log-in screen once the server, another tab or the cookies say that the session is over. */
export function useSessionEnd(application: Application | undefined): void {
  const services = useServices();
  const navigate = useNavigate();
  const hasEnded = useRef(false);
  useEffect(() => {
    const end = (message?: string): void => {
      // Several calls may find out at once.
      if (hasEnded.current) return;
      hasEnded.current = true;
      endSession(services, navigate, application, message);
    };
    const endInvalid = (): void => {
      const message = application?.logOutMessage.get() ?? say(errorTexts.sessionInvalid);
      if (message) end(message);
    };
    const stops = [services.onUnauthorized(endInvalid)];
    if (application?.autosave) {
      const { username } = application.student.get();
      services.otherTabs.post({ kind: 'opened', username });
      stops.push(
        services.otherTabs.listen((message) => {
          if (message.kind === 'leaving' && message.message) application.logOutMessage.set(message.message);
          if (message.kind === 'ended') end(message.message);
          else if (message.kind === 'opened' && message.username !== username) endInvalid();
        }),
        saveWhenAsked(services.otherTabs, () => saveIfUnsaved(application)),
        watchReturn(services, username, endInvalid),
      );
    }
    return () => stops.forEach((stop) => stop());
  }, [services, application, navigate]);
}

/** Saves what is not saved, also what is still being typed; undefined when there is nothing. */
function saveIfUnsaved({ autosave }: Application): Promise<boolean> | undefined {
  commitDrafts();
  return autosave && hasUnsaved(autosave.getState()) ? autosave.flush() : undefined;
}

/** A page that was frozen or kept for Back has heard nothing in the meantime. @returns stops watching */
function watchReturn(services: Services, username: string, onEnded: () => void): () => void {
  const look = (): void => {
    if (!services.isSignedIn()) onEnded();
  };
  const askServer = async (): Promise<void> => {
    const profile = await services.application.profile();
    if (profile.username.toLowerCase() !== username) onEnded();
  };
  const show = ({ persisted }: PageTransitionEvent): void => {
    look();
    // Who listens for the end of a session is notified; without a connection the next save finds out.
    if (persisted && services.isSignedIn()) askServer().catch(() => undefined);
  };
  const stop = onPageShown(look);
  window.addEventListener('pageshow', show);
  return () => {
    stop();
    window.removeEventListener('pageshow', show);
  };
}
