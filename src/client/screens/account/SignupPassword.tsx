import { useState } from 'react';
import type { PostConfirmBody } from '#generated/api.ts';
import { AccountForm, OwnField } from '../own-account/AccountSection.tsx';
import { ScreenHeading } from '../ScreenHeading.tsx';
import { ScreenLink } from '../ScreenLink.tsx';
import { useSendCard } from './use-card-toast.ts';
import { say, accountTexts } from '#texts/say.ts';

/** A confirmation refused in this browser, and the explanation. */
export type UnprovedConfirmation = { readonly body: PostConfirmBody; readonly message: string };

type PanelProps = UnprovedConfirmation & { readonly onConfirm: (body: PostConfirmBody) => Promise<void> };

/** Asks for the password of a sign-up that began in another browser. */
export function SignupPassword({ body, message, onConfirm }: PanelProps) {
  const [error, setError] = useState<unknown>(null);
  const { send, isSending } = useSendCard(setError);
  const { username } = body;
  return (
    <div className="stack panel account-card">
      <ScreenHeading screen="confirm" text={say(accountTexts.otherBrowserTitle)} />
      {error === null && <p>{message}</p>}
      <AccountForm
        names={['password']}
        mutation={{ error, isPending: isSending, data: undefined }}
        onFields={(text) => send(() => onConfirm({ ...body, password: text('password') }))}
        button={{ text: accountTexts.confirm, size: 'wide' }}
      >
        {(field) => (
          <OwnField
            {...field('password')}
            label={accountTexts.signupPassword}
            type="password"
            autoComplete="current-password"
          />
        )}
      </AccountForm>
      <div className="row spread account-card-links">
        <ScreenLink to="/forgot" state={{ username }} text={accountTexts.forgotPassword} />
        <ScreenLink to="/login" state={{ username }} text={accountTexts.backToLogIn} />
      </div>
    </div>
  );
}
