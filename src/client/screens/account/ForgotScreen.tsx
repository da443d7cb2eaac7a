import { useServices } from '#client/api/services.ts';
import { AccountCard } from './AccountCard.tsx';
import { CardLink } from './CardLink.tsx';
import { cardAnswerText } from './card-errors.ts';
import { say } from '#texts/say.ts';
import * as accountTexts from '#generated/texts/account.ts';
import * as toastTexts from '#generated/texts/toast.ts';

/** Forgot Password: asks for the mail with the reset link. */
export function ForgotScreen() {
  const { accounts, carried } = useServices();
  return (
    <AccountCard
      id="forgot"
      send={async (answers, showToast) => {
        const username = cardAnswerText(answers, 'username');
        const { message } = await accounts.forgotPassword({ username });
        carried.expectLogIn(username);
        showToast({ severity: 'success', label: say(toastTexts.success), message });
      }}
    >
      {(store) => (
        <CardLink to="/login" store={store}>
          {say(accountTexts.backToLogIn)}
        </CardLink>
      )}
    </AccountCard>
  );
}
