import { lazy, useSyncExternalStore } from 'react';
import { greetingName } from '#form/summary/student-names.ts';
import { ErrorDialog } from '#client/ui/dialog/ErrorDialog.tsx';
import { useServices } from '#client/api/services.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { useApplication } from '#client/session/application.ts';
import { keepVisitorAnswers } from '#client/saving/use-visitor-draft.ts';
import { useLogOut } from '#client/session/use-log-out.ts';

/** Loaded when the popover is opened, which waits for it: nothing in it is to move under a finger. */
const StudentMenu = lazy(async () => ({ default: (await import('./StudentMenu.tsx')).StudentMenu }));

/** The account popover with what happens behind it. */
export function AccountArea() {
  const application = useApplication();
  const { drafts } = useServices();
  const { logOut, fault, dismissFault } = useLogOut();
  const { definition, store, student } = application;
  const { isLoggedIn, username } = student.get();
  const name = useSyncExternalStore(store.subscribe, () => greetingName(definition, store.state().answers));
  return (
    <>
      <AccountMenu
        username={isLoggedIn ? username : undefined}
        name={name}
        onLogOut={() => void logOut({ isForced: false })}
        onLeave={() => keepVisitorAnswers(application, drafts.visitor)}
      >
        <StudentMenu />
      </AccountMenu>
      <ErrorDialog message={fault} onClose={dismissFault} />
    </>
  );
}
