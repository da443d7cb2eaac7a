import { ErrorDialog } from '#client/components/ErrorDialog.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { useApplication } from './application.ts';
import { carriedBy } from './use-form-actions.ts';
import { useLogOut } from './use-log-out.ts';

/** The account popover with what happens behind it. */
export function AccountArea() {
  const application = useApplication();
  const { logOut, fault, dismissFault } = useLogOut();
  const { isLoggedIn, username } = application.student.get();
  return (
    <>
      <AccountMenu
        username={isLoggedIn ? username : undefined}
        onLogOut={() => void logOut({ isForced: false })}
        carry={() => carriedBy(application)}
      />
      <ErrorDialog message={fault} onClose={dismissFault} />
    </>
  );
}
