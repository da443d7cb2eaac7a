import { useState, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { isUnauthorized, errorMessageOf } from '../api/request-error.ts';
import { saveInOtherTabs } from '../saving/sync-tabs.ts';
import { useServices } from '../api/services.ts';
import { useApplication, type Application } from './application.ts';
import { endSession, pageSession } from './end-session.ts';
import { saveNow, notSavedMessage } from './submit-form.ts';
import { say, errorTexts, savingTexts, sessionTexts } from '#texts/say.ts';
import { hasUnsaved } from '../saving/autosave-state.ts';
import { onPageHidden } from '../ui/page-visibility.ts';
import { commitDrafts } from '../widgets/pending-drafts.ts';
import { forgetNote, writeNote } from '../saving/tab-storage.ts';

type LogOutOptions = {
  /** True: leave even when the answers cannot be saved; they wait for the student's next log-in. */
  readonly isForced: boolean;
  /** Shown on the log-in screen. */
  readonly message?: string;
};

/** Logs out after saving, in every tab. `fault` is the sentence for the error dialog when that did not work. */
export function useLogOut() {
  const services = useServices();
  const application = useApplication();
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();

  const logOut = async ({ isForced, message }: LogOutOptions): Promise<void> => {
    // All tabs are idle at once: whichever comes second finds the session ended, for the same reason.
    application.logOutMessage.set(message);
    const session = pageSession(services).get();
    const others = saveInOtherTabs(services.otherTabs, message);
    const [isSaved, areOthersSaved] = await Promise.all([saveNow(application), others]);
    // Another tab has ended it in between: a log-out sent now would end the session of the next log-in.
    if (pageSession(services).get() !== session) return;
    if (!isSaved && !isForced)
      return setFault(`${notSavedMessage(application)} ${say(sessionTexts.stillIn)}`);
    if (!areOthersSaved && !isForced)
      return setFault(`${say(sessionTexts.unsavedElsewhere)} ${say(sessionTexts.stillIn)}`);
    try {
      // From now on another call may find the session ended, as the student wishes: the answer to this one counts.
      application.logOutMessage.set(message ?? '');
      await services.accounts.logOut();
    } catch (error) {
      if (pageSession(services).get() !== session) return;
      application.logOutMessage.set(message);
      if (isUnauthorized(error))
        return endSession(services, navigate, application, message ?? say(errorTexts.sessionInvalid));
      if (!isForced) return setFault(errorMessageOf(error));
    }
    services.drafts.forget();
    const isAllSaved = isSaved && areOthersSaved;
    const ended = message && isAllSaved ? `${message} ${say(savingTexts.answersSaved)}` : message;
    services.otherTabs.post({ kind: 'ended', ...(ended === undefined ? {} : { message: ended }) });
    endSession(services, navigate, application, ended);
  };
  return { logOut, fault, dismissFault: () => setFault(undefined) };
}

/** What a tab notes while something is not saved: the next page of it then does not read what is there so far. */
const UNSAVED_NOTE = 'unsaved';

/** Saves when the page is left, hidden or online again; the browser asks before it drops what is not saved. */
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
    const retry = (): void => void autosave.flush();
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
