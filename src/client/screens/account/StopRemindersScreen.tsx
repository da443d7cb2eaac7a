import { useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#client/ui/Button.tsx';
import { createOwnAccountCalls, type OwnAccountCalls } from '#client/api/own-account-calls.ts';
import { errorMessageOf } from '#client/api/call.ts';
import { useServices } from '#client/api/services.ts';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { useSendCard } from './use-card-toast.ts';
import { say, accountTexts, emailTexts, remindersTexts, type Text } from '#texts/say.ts';

/** Stops reminders without log-in. */
export function StopRemindersScreen() {
  const texts = {
    title: remindersTexts.stopTitle,
    lead: remindersTexts.stopLead,
    button: remindersTexts.stopTitle,
  };
  return <MailedLink screen="stop-reminders" texts={texts} />;
}

/** Cancels a planned change of address without log-in. */
export function CancelEmailScreen() {
  const texts = { title: emailTexts.cancelTitle, lead: emailTexts.cancelLead, button: emailTexts.cancel };
  return <MailedLink screen="cancel-email" texts={texts} />;
}

type MailedLinkProps = {
  readonly screen: Parameters<OwnAccountCalls['followLink']>[0];
  readonly texts: Readonly<Record<'title' | 'lead' | 'button', Text>>;
};

/** Does what a mailed link is for. Needs a click, because mail scanners open links. */
function MailedLink({ screen, texts }: MailedLinkProps) {
  const { call } = useServices();
  const token = new URLSearchParams(useLocation().search).get('token') ?? '';
  const [answer, setAnswer] = useState<string>();
  const [errorMessage, setErrorMessage] = useState<string>();
  const { send, isSending } = useSendCard((error) => setErrorMessage(errorMessageOf(error)));
  const act = async (): Promise<void> => {
    setErrorMessage(undefined);
    setAnswer((await createOwnAccountCalls(call).followLink(screen, token)).message);
  };
  return (
    <div className="stack panel account-card">
      <ScreenHeading screen={screen} text={say(texts.title)} />
      <p>{say(texts.lead)}</p>
      {answer === undefined && <Button isBusy={isSending} onClick={() => send(act)} text={texts.button} />}
      <p role="status">{answer}</p>
      {errorMessage !== undefined && <p role="alert">{errorMessage}</p>}
      <div className="row spread account-card-links">
        <ScreenLink to="/login" text={accountTexts.backToLogIn} />
      </div>
    </div>
  );
}
