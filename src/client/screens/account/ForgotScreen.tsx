import { Link, useLocation } from 'react-router';
import { useServices } from '#client/data/services.ts';
import { carryAnswers, readCarried } from '../carried.ts';
import { AccountCard } from './AccountCard.tsx';
import { textOf } from './card-errors.ts';

const LIVE = { isLive: true };

/** Forgot Password: asks for the mail with the reset link. */
export function ForgotScreen() {
  const { accounts } = useServices();
  const carried = readCarried(useLocation().state);
  return (
    <AccountCard
      id="forgot"
      rules={LIVE}
      send={async (answers, showToast) => {
        const { message } = await accounts.forgotPassword({ username: textOf(answers, 'username') });
        showToast({ severity: 'success', label: 'Success Notification', message });
      }}
    >
      {() => (
        <Link to="/login" state={carryAnswers(carried)}>
          Back to log in
        </Link>
      )}
    </AccountCard>
  );
}
