import { useId, useState } from 'react';
import type { PostConfirmBody } from '#generated/api.ts';
import { errorMessageOf } from '#client/api/call.ts';
import { Button } from '#client/ui/Button.tsx';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { useSendCard } from './use-card-toast.ts';
import { say, accountTexts } from '#texts/say.ts';

/** A confirmation refused in this browser, and the explanation. */
export type UnprovedConfirmation = { readonly body: PostConfirmBody; readonly message: string };

type PanelProps = UnprovedConfirmation & { readonly onConfirm: (body: PostConfirmBody) => Promise<void> };

/** Asks for the password of a sign-up that began in another browser. */
export function SignupPassword({ body, message, onConfirm }: PanelProps) {
  const [error, setError] = useState<string>();
  const [password, setPassword] = useState('');
  const id = useId();
  const { send, isSending } = useSendCard((refusal) => setError(errorMessageOf(refusal)));
  const { username } = body;
  return (
    <div className="stack panel account-card">
      <ScreenHeading screen="confirm" text={say(accountTexts.otherBrowserTitle)} />
      <p>{error === undefined && message}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send(() => onConfirm({ ...body, password }));
        }}
      >
        <label htmlFor={id}>{say(accountTexts.signupPassword)}</label>
        <input
          id={id}
          className="control"
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {error !== undefined && <p role="alert">{error}</p>}
        <Button type="submit" size="wide" isBusy={isSending} text={accountTexts.confirm} />
      </form>
      <div className="row spread account-card-links">
        <ScreenLink to="/forgot" state={{ username }} text={accountTexts.forgotPassword} />
        <ScreenLink to="/login" state={{ username }} text={accountTexts.backToLogIn} />
      </div>
    </div>
  );
}
