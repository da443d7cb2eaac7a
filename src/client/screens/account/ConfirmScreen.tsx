import { useLocation, useNavigate } from 'react-router';
import { useServices } from '#client/api/services.ts';
import { readNavigationState, type NavigationState } from '../navigation-state.ts';
import { AccountCard, CardLink } from './AccountCard.tsx';
import { cardAnswerText } from './card-errors.ts';
import { ResendCode } from './ResendCode.tsx';
import { useMailLink } from './use-card-entry.ts';
import { say } from '#texts/say.ts';
import { accountTexts, toastTexts } from '#generated/texts.ts';

/** Confirm Your Account, with the code from the mail; the mail's link brings it along. */
export function ConfirmScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const { notice } = readNavigationState(useLocation().state);
  const link = useMailLink();
  return (
    <AccountCard
      id="confirm"
      initial={{ username: link.username, code: link.code }}
      toast={notice === undefined ? undefined : successToast(notice)}
      send={async (answers) => {
        const confirmed = cardAnswerText(answers, 'username');
        const code = cardAnswerText(answers, 'code');
        // Another code than that of the link is of another mail.
        const isLinked = link.signup !== '' && code === link.code;
        const { message } = await accounts.confirm({
          username: confirmed,
          code,
          ...(isLinked && { signup: link.signup }),
        });
        const state: NavigationState = { username: confirmed, notice: message };
        await navigate('/login', { state });
      }}
    >
      {(store, showToast) => (
        <>
          <ResendCode
            store={store}
            showToast={showToast}
            onSent={(_, message) => showToast(successToast(message))}
          />
          <CardLink to="/login" store={store} text={accountTexts.backToLogIn} />
        </>
      )}
    </AccountCard>
  );
}

function successToast(message: string) {
  return { severity: 'success', label: say(toastTexts.success), message } as const;
}
