import { Navigate, useLocation, useNavigate } from 'react-router';
import { useServices } from '#client/api/services.ts';
import type { ToastContent } from '#client/ui/toast/Toast.tsx';
import { readNavigationState, type NavigationState } from '../navigation-state.ts';
import { AccountCard, CardLink } from './AccountCard.tsx';
import { cardAnswerText } from './card-errors.ts';
import { ResendCode } from './ResendCode.tsx';
import { useIsLoggedIn } from './use-card-entry.ts';
import { say } from '#texts/say.ts';
import { accountTexts, toastTexts, passkeyTexts } from '#generated/texts.ts';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { errorMessageOf } from '#client/api/request-error.ts';
import { hasPasskeys, offersPasskeys } from '#client/api/passkey-support.ts';
import { type ShowToast, useSendCard } from './use-card-toast.ts';

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
          <CardLink to="/forgot" store={store} text={accountTexts.forgotPassword} />
          <CardLink to="/signup" store={store} text={accountTexts.create} />
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

/** Milliseconds after which the card has come to rest, even on a slow phone. */
const AT_REST = 4_000;

/** What only a log-in with a passkey needs. */
const loadPasskeys = () => import('#client/api/passkeys.ts');

/** Logs in without a password: by this button, or where the browser fills in the address. */
function PasskeyLogIn({ showToast }: { readonly showToast: ShowToast }) {
  const services = useServices();
  const navigate = useNavigate();
  const { send, isSending } = useSendCard((error) =>
    showToast({ severity: 'error', label: say(accountTexts.logInError), message: errorMessageOf(error) }),
  );
  const logIn = (call: () => Promise<void>): void => {
    showToast(undefined);
    send(async () => {
      await call();
      await navigate('/');
    });
  };
  const onChosen = useEffectEvent(logIn);
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    const offer = async (): Promise<void> => {
      if (!(await offersPasskeys())) return;
      const { offerPasskeys } = await loadPasskeys();
      if (!signal.aborted) offerPasskeys(services, onChosen, signal);
    };
    // It is only a shortcut: where it cannot be loaded, the button is still there.
    const timer = setTimeout(() => void offer().catch(() => undefined), AT_REST);
    signal.addEventListener('abort', () => clearTimeout(timer));
    return () => gone.abort();
  }, [services]);
  if (!hasPasskeys()) return null;
  return (
    <Button
      look="secondary"
      size="wide"
      isBusy={isSending}
      onClick={() => logIn(async () => (await loadPasskeys()).logInWithPasskey(services))}
    >
      {say(passkeyTexts.logIn)}
    </Button>
  );
}
