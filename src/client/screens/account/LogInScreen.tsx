import { Link, useLocation, useNavigate } from 'react-router';
import { useServices } from '#client/data/services.ts';
import type { ToastContent } from '#client/components/Toast.tsx';
import { carryAnswers, readCarried, type Carried } from '../carried.ts';
import { AccountCard } from './AccountCard.tsx';
import { textOf } from './card-errors.ts';
import { ResendCode } from './ResendCode.tsx';

const NOT_LIVE = { isLive: false };

/** Log In. Also tells why somebody was logged out, and that an account was confirmed. */
export function LogInScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const carried = readCarried(useLocation().state);
  const toConfirm = (username: string, notice: string): void => {
    const state: Carried = { ...carryAnswers(carried), username, notice };
    void navigate('/confirm', { state });
  };
  return (
    <AccountCard
      id="login"
      rules={NOT_LIVE}
      initial={carried.username === undefined ? {} : { username: carried.username }}
      toast={firstToast(carried)}
      send={async (answers) => {
        await accounts.logIn({
          username: textOf(answers, 'username'),
          password: textOf(answers, 'password'),
        });
        await navigate('/', { state: carryAnswers(carried) });
      }}
    >
      {(store, showToast) => (
        <>
          <Link to="/forgot" state={carryAnswers(carried)}>
            Forgot password?
          </Link>
          <Link to="/signup" state={carryAnswers(carried)}>
            Create an account
          </Link>
          <ResendCode store={store} showToast={showToast} onSent={toConfirm} />
        </>
      )}
    </AccountCard>
  );
}

function firstToast({ error, notice }: Carried): ToastContent | undefined {
  if (error !== undefined) return { severity: 'error', label: 'Log In Error', message: error };
  if (notice !== undefined) return { severity: 'success', label: 'Success Notification', message: notice };
  return undefined;
}
