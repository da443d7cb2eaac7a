import { Navigate, useLocation, useNavigate } from 'react-router';
import { useServices } from '#client/api/services.ts';
import type { ToastContent } from '#client/ui/toast/Toast.tsx';
import { readNavigationState, type NavigationState } from '../navigation-state.ts';
import { AccountCard } from './AccountCard.tsx';
import { CardLink } from './CardLink.tsx';
import { cardAnswerText } from './card-errors.ts';
import { PasskeyLogIn } from './PasskeyLogIn.tsx';
import { ResendCode } from './ResendCode.tsx';
import { useIsLoggedIn } from './use-is-logged-in.ts';
import { say } from '#texts/say.ts';
import { accountTexts, toastTexts } from '#generated/texts.ts';

/** Log In. Also shows why somebody was logged out, and that an account was confirmed. */
export function LogInScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const passed = readNavigationState(useLocation().state);
  const isIn = useIsLoggedIn();
  const toConfirm = (username: string, notice: string): void => {
    const state: NavigationState = { username, notice };
    void navigate('/confirm', { state });
  };
  if (isIn) return <Navigate to="/" replace />;
  return (
    <AccountCard
      id="login"
      isLive={false}
      toast={firstToast(passed)}
      send={async (answers) => {
        await accounts.logIn({
          username: cardAnswerText(answers, 'username'),
          password: cardAnswerText(answers, 'password'),
        });
        await navigate('/');
      }}
      otherWay={PasskeyLogIn}
    >
      {(store, showToast) => (
        <>
          <CardLink to="/forgot" store={store}>
            {say(accountTexts.forgotPassword)}
          </CardLink>
          <CardLink to="/signup" store={store}>
            {say(accountTexts.create)}
          </CardLink>
          <ResendCode store={store} showToast={showToast} onSent={toConfirm} />
        </>
      )}
    </AccountCard>
  );
}

function firstToast({ error, notice }: NavigationState): ToastContent | undefined {
  if (error !== undefined) return { severity: 'error', label: say(accountTexts.logInError), message: error };
  if (notice !== undefined) return { severity: 'success', label: say(toastTexts.success), message: notice };
  return undefined;
}
