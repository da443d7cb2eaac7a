import { useServices } from '#client/api/services.ts';
import { AccountCard, CardLink } from './AccountCard.tsx';
import { cardAnswerText } from './card-errors.ts';
import { say } from '#texts/say.ts';
import { accountTexts, toastTexts } from '#generated/texts.ts';

/** Forgot Password: asks for the mail with the reset link. */
export function ForgotScreen() {
  const { accounts, drafts } = useServices();
  return (
    <AccountCard
      id="forgot"
      send={async (answers, showToast) => {
        const username = cardAnswerText(answers, 'username');
        const { message } = await accounts.forgotPassword({ username });
        void drafts.visitor.expectLogIn(username);
        showToast({ severity: 'success', label: say(toastTexts.success), message });
      }}
    >
      {(store) => <CardLink to="/login" store={store} text={accountTexts.backToLogIn} />}
    </AccountCard>
  );
}
