import { useLocation, useNavigate } from 'react-router';
import { useServices } from '#client/data/services.ts';
import { readNavigationState, type NavigationState } from '../navigation-state.ts';
import { AccountCard } from './AccountCard.tsx';
import { CardLink } from './CardLink.tsx';
import { textOf } from './card-errors.ts';
import { ResendCode } from './ResendCode.tsx';

/** Confirm Your Account, with the code from the mail. */
export function ConfirmScreen() {
  const { accounts } = useServices();
  const navigate = useNavigate();
  const { notice } = readNavigationState(useLocation().state);
  return (
    <AccountCard
      id="confirm"
      toast={notice === undefined ? undefined : success(notice)}
      send={async (answers) => {
        const confirmed = textOf(answers, 'username');
        const { message } = await accounts.confirm({ username: confirmed, code: textOf(answers, 'code') });
        const state: NavigationState = { username: confirmed, notice: message };
        await navigate('/login', { state });
      }}
    >
      {(store, showToast) => (
        <>
          <ResendCode
            store={store}
            showToast={showToast}
            onSent={(_, message) => showToast(success(message))}
          />
          <CardLink to="/login" store={store}>
            Back to log in
          </CardLink>
        </>
      )}
    </AccountCard>
  );
}

function success(message: string) {
  return { severity: 'success', label: 'Success Notification', message } as const;
}
