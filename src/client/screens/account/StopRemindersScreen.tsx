import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#client/ui/Button.tsx';
import { createOwnAccountCalls } from '#client/api/own-account-calls.ts';
import { errorMessageOf } from '#client/api/request-error.ts';
import { useServices } from '#client/api/services.ts';
import { ScreenLink } from '../ScreenLink.tsx';
import { useScreenFocus, useTitle } from '../use-screen-focus.ts';
import { say } from '#texts/say.ts';
import { accountTexts, remindersTexts } from '#generated/texts.ts';

/** Stops reminders without log-in; by a button, because mail scanners open links. */
export function StopRemindersScreen() {
  const { partner } = useServices();
  const headingRef = useScreenFocus('stop-reminders');
  useTitle(say(remindersTexts.stopTitle), partner.name);
  const { stop, isBusy, answer, fault } = useStopReminders();
  return (
    <div className="stack account-card">
      <h1 tabIndex={-1} ref={headingRef}>
        {say(remindersTexts.stopTitle)}
      </h1>
      <p>{say(remindersTexts.stopLead)}</p>
      {answer === undefined && (
        <Button isBusy={isBusy} onClick={() => void stop()}>
          {say(remindersTexts.stopTitle)}
        </Button>
      )}
      <p role="status">{answer}</p>
      {fault !== undefined && <p role="alert">{fault}</p>}
      <div className="row account-card-links">
        <ScreenLink to="/login">{say(accountTexts.backToLogIn)}</ScreenLink>
      </div>
    </div>
  );
}

type StopState = { readonly isBusy: boolean; readonly answer?: string; readonly fault?: string };

/** What the button does, with the token of the address. */
function useStopReminders() {
  const { call } = useServices();
  const { search } = useLocation();
  const [state, setState] = useState<StopState>({ isBusy: false });
  const stop = async (): Promise<void> => {
    setState({ isBusy: true });
    const token = new URLSearchParams(search).get('token') ?? '';
    try {
      const { message } = await createOwnAccountCalls(call).stopReminders(token);
      setState({ isBusy: false, answer: message });
    } catch (error) {
      setState({ isBusy: false, fault: errorMessageOf(error) });
    }
  };
  return { ...state, stop };
}
