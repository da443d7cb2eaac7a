import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isUnauthorized, errorMessageOf } from '#client/data/request-error.ts';
import { saveInOtherTabs } from '../saving/save-in-other-tabs.ts';
import { useServices } from '#client/data/services.ts';
import { useApplication } from '../application.ts';
import { endSession } from './end-session.ts';
import { saveNow, notSavedMessage } from '../submit-form.ts';

/** Specification 4, "Inactivity". */
export const INACTIVE_MESSAGE = 'You have been automatically logged out due to inactivity.';

const STILL_IN = 'You are still logged in.';

const UNSAVED_ELSEWHERE =
  'Another window of this application has unsaved answers. Please check that window, then try again.';

export type LogOutOptions = {
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
    const others = saveInOtherTabs(services.otherTabs);
    const [isSaved, areOthersSaved] = await Promise.all([saveNow(application), others]);
    if (!isSaved && !isForced) return setFault(`${notSavedMessage(application)} ${STILL_IN}`);
    if (!areOthersSaved && !isForced) return setFault(`${UNSAVED_ELSEWHERE} ${STILL_IN}`);
    try {
      await services.accounts.logOut();
    } catch (error) {
      if (isUnauthorized(error)) return;
      if (!isForced) return setFault(errorMessageOf(error));
    }
    services.carried.forget();
    services.kept.forget();
    services.otherTabs.post({ kind: 'ended', ...(message === undefined ? {} : { message }) });
    endSession(services, navigate, application, message);
  };
  return { logOut, fault, dismissFault: () => setFault(undefined) };
}
