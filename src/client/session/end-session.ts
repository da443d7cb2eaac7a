import type { QueryClient } from '@tanstack/react-query';
import { memoizeByObject } from '#form/definition/memoize-by-object.ts';
import { createQueryClient } from '../api/query-client.ts';
import { type Services, useServices } from '../api/services.ts';
import { Observable } from '../ui/observable.ts';
import { type NavigateFunction, useNavigate } from 'react-router';
import { commitDrafts } from '../widgets/commit-drafts.ts';
import type { NavigationState } from './navigation-state.ts';
import { type Application, useApplication } from './application.ts';
import { forgetNotes, forgetNote, writeNote } from '../saving/session-storage.ts';
import { useEffect, useRef, useState } from 'react';
import { hasUnsaved } from '../saving/autosave-state.ts';
import { saveOnRequest, saveInOtherTabs } from '../saving/sync-tabs.ts';
import { onPageShown, onPageHidden } from '../ui/page-visibility.ts';
import { say, accountTexts, documentsTexts, errorTexts, savingTexts, sessionTexts } from '#texts/say.ts';
import { isUnauthorized, errorMessageOf } from '../api/call.ts';
import { saveNow, notSavedMessage } from './submit-form.ts';

/** Per-session data across screens, not loaded by the account screens. */
type PageSession = {
  /** Sessions ended since page load. */
  readonly number: number;
  readonly queries: QueryClient;
};

/** The current session; observers re-render when the next begins. */
export const pageSession = memoizeByObject(
  (_services: Services): Observable<PageSession> =>
    new Observable({ number: 0, queries: createQueryClient() }),
);

/**
 * Opens the log-in screen, stops saving and drops the student's data.
 *
 * @param message shown on the log-in screen, with unsaved changes stored for the same student; without one (a log-out
 * by the student) everything is removed
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
  // Unmount now: Back before the log-in screen loads would show answers (docs/behavior.md 4.5).
  const session = pageSession(services);
  session.set({ number: session.get().number + 1, queries: createQueryClient() });
  forgetNotes();
  void navigate('/login', { state: endedState(application?.student.get().username, message) });
}

/** Log-in screen state after a session. Only an invalid session is an error. */
function endedState(username: string | undefined, message: string | undefined): NavigationState {
  if (message === undefined) return { loggedOut: say(accountTexts.loggedOut) };
  if (message === say(errorTexts.sessionInvalid)) return { error: message };
  return { loggedOut: message, ...(username && { username }) };
}

/** Logs out when the server, another tab or cookies end the session. */
export function useSessionEnd(application: Application | undefined): void {
  const services = useServices();
  const navigate = useNavigate();
  const hasEnded = useRef(false);
  useEffect(() => {
    const end = (message?: string): void => {
      // Several calls can fail at once.
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
        saveOnRequest(services.otherTabs, () => saveIfUnsaved(application)),
        watchReturn(services, username, endInvalid),
      );
    }
    return () => stops.forEach((stop) => stop());
  }, [services, application, navigate]);
}

/** Saves unsaved and uncommitted changes; undefined if there are none. False while a file is being sent. */
function saveIfUnsaved({ autosave, documents }: Application): Promise<boolean> | undefined {
  commitDrafts();
  const saved = autosave && hasUnsaved(autosave.getState()) ? autosave.flush() : undefined;
  return documents?.unsent().length ? Promise.resolve(false) : saved;
}

/** Rechecks the session after a freeze or Back/forward cache. @returns an unsubscribe function */
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
    // A 401 notifies the session-end listeners; offline, the next save finds out.
    if (persisted && services.isSignedIn()) askServer().catch(() => undefined);
  };
  const stop = onPageShown(look);
  window.addEventListener('pageshow', show);
  return () => {
    stop();
    window.removeEventListener('pageshow', show);
  };
}

type LogOutOptions = {
  /** Logs out even with unsaved answers. With a message, these are stored for the next log-in. */
  readonly isForced: boolean;
  /** Shown on the log-in screen. */
  readonly message?: string;
};

/**
 * Logs out after saving, in every tab.
 * `errorMessage` is the text for the error dialog, `unsaved` that of the confirmation when a log-out would lose
 * changes.
 */
export function useLogOut() {
  const services = useServices();
  const application = useApplication();
  const navigate = useNavigate();
  const [errorMessage, setErrorMessage] = useState<string>();
  const [unsaved, setUnsaved] = useState<string>();

  const logOut = async ({ isForced, message }: LogOutOptions): Promise<void> => {
    // All tabs become idle together: the later ones need the same message.
    application.logOutMessage.set(message);
    const session = pageSession(services).get();
    const others = saveInOtherTabs(services.otherTabs, message);
    const [isSaved, areOthersSaved] = await Promise.all([saveNow(application), others]);
    // Another tab ended the session: logging out now would end the next one.
    if (pageSession(services).get() !== session) return;
    if (!isSaved && !isForced) return setUnsaved(notSavedMessage(application));
    const isSending = application.documents !== undefined && application.documents.unsent().length > 0;
    if (isSending && !isForced) return setUnsaved(say(documentsTexts.uploadRunning));
    if (!areOthersSaved && !isForced) return setUnsaved(say(sessionTexts.unsavedElsewhere));
    const isAllSaved = isSaved && areOthersSaved;
    const ended = message && isAllSaved ? `${message} ${say(savingTexts.answersSaved)}` : message;
    try {
      // From here other calls can get 401 as expected; another tab can have logged out.
      application.logOutMessage.set(ended ?? '');
      await services.accounts.logOut();
    } catch (error) {
      if (pageSession(services).get() !== session) return;
      application.logOutMessage.set(message);
      if (isUnauthorized(error))
        return endSession(services, navigate, application, ended ?? say(errorTexts.sessionInvalid));
      if (!isForced) return setErrorMessage(errorMessageOf(error));
      // The next person at this computer must not find the session.
      services.dropSession();
    }
    services.drafts.forget();
    services.otherTabs.post({ kind: 'ended', ...(ended === undefined ? {} : { message: ended }) });
    endSession(services, navigate, application, ended);
  };
  const dismiss = (): void => {
    setErrorMessage(undefined);
    setUnsaved(undefined);
  };
  return { logOut, errorMessage, unsaved, dismiss };
}

/** Marks a tab with unsaved changes. Its next page then prefetches no stale data. */
const UNSAVED_NOTE = 'unsaved';

/** Saves on leave, hide and reconnect; prompts before dropping unsaved changes. */
export function useLeaveGuard({ autosave, documents, student }: Application): void {
  useEffect(() => {
    if (!autosave) return undefined;
    const saveLast = (): void => {
      commitDrafts();
      autosave.leave();
      if (hasUnsaved(autosave.getState())) writeNote(UNSAVED_NOTE, 'yes');
      else forgetNote(UNSAVED_NOTE);
    };
    const ask = (event: BeforeUnloadEvent): void => {
      saveLast();
      const isSubmitted = student.get().webStatus === 'submitted';
      const hasUnsent = !isSubmitted && (documents?.unsent() ?? []).length > 0;
      if (hasUnsaved(autosave.getState()) || hasUnsent) event.preventDefault();
    };
    const retry = (): void => autosave.retry();
    window.addEventListener('online', retry);
    window.addEventListener('beforeunload', ask);
    const stop = onPageHidden(saveLast);
    return () => {
      stop();
      window.removeEventListener('online', retry);
      window.removeEventListener('beforeunload', ask);
    };
  }, [autosave, documents, student]);
}
