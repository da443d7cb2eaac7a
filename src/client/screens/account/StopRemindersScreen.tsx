import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#client/ui/Button.tsx';
import { createOwnAccountCalls } from '#client/api/own-account-calls.ts';
import { errorMessageOf } from '#client/api/call.ts';
import { useServices } from '#client/api/services.ts';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { useSendCard } from './use-card-toast.ts';
import { say, accountTexts, remindersTexts } from '#texts/say.ts';

/** Stops reminders without log-in. Needs a click, because mail scanners open links. */
export function StopRemindersScreen() {
  const { call } = useServices();
  const token = new URLSearchParams(useLocation().search).get('token') ?? '';
  const [answer, setAnswer] = useState<string>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { send, isSending } = useSendCard((error) => setErrorMessage(errorMessageOf(error)));
  const stop = async (): Promise<void> => {
    setErrorMessage(undefined);
    setAnswer((await createOwnAccountCalls(call).stopReminders(token)).message);
  };
  return (
    <div className="stack panel account-card">
      <ScreenHeading screen="stop-reminders" text={say(remindersTexts.stopTitle)} />
      <p>{say(remindersTexts.stopLead)}</p>
      {answer === undefined && (
        <Button isBusy={isSending} onClick={() => send(stop)} text={remindersTexts.stopTitle} />
      )}
      <p role="status">{answer}</p>
      {errorMessage !== undefined && <p role="alert">{errorMessage}</p>}
      <div className="row spread account-card-links">
        <ScreenLink to="/login" text={accountTexts.backToLogIn} />
      </div>
    </div>
  );
}
