import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { SpinnerScreen } from '#client/components/Spinner.tsx';
import { showToast, ToastHost } from '#client/components/ToastHost.tsx';
import { isUnauthorized } from '#client/data/request-error.ts';
import { useServices } from '#client/data/services.ts';
import { MuiProvider } from '#client/theme/MuiProvider.tsx';
import { readCarried } from '../carried.ts';
import { ApplicationProvider, useApplication } from './application.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { APPLICATION_KEY } from './end-session.ts';
import { Inactivity } from './Inactivity.tsx';
import { openApplication } from './open-application.ts';
import { redirectFor } from './route-rules.ts';
import { useArrival } from './use-arrival.ts';
import { useCarriedCleared } from './use-carried-cleared.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { INACTIVE_MESSAGE, useLogOut } from './use-log-out.ts';

/** The root of the form's screens: opens the application behind the spinner, then guards it. */
export function FormRoot() {
  const { partner, nonce } = useServices();
  return (
    <MuiProvider colors={partner.colors} nonce={nonce}>
      <ToastHost>
        <OpenedApplication />
      </ToastHost>
    </MuiProvider>
  );
}

function OpenedApplication() {
  const services = useServices();
  const carried = readCarried(useLocation().state);
  const { data: application } = useQuery({
    queryKey: APPLICATION_KEY,
    queryFn: () =>
      openApplication({
        services,
        carried,
        onFault: (fault) => showToast({ severity: 'error', ...fault }),
      }),
    structuralSharing: false,
    // An ended session is on its way to the log-in screen already.
    throwOnError: (error) => !isUnauthorized(error),
  });
  if (!application) return <SpinnerScreen />;
  return (
    <ApplicationProvider value={application}>
      <GuardedScreens />
    </ApplicationProvider>
  );
}

/** Sends the student to where the routing rules want them, and watches over the session. */
function GuardedScreens() {
  const { autosave, definition, store, student } = useApplication();
  const { pathname, search, hash, state } = useLocation();
  const snapshot = useSyncExternalStore(student.subscribe, student.get);
  const { logOut } = useLogOut();
  const pagePaths = definition.pages.map((page) => page.path);
  const defaultPage = definition.pages.find((page) => page.id === definition.defaultPage);
  const target = redirectFor({
    ...snapshot,
    pathname,
    pagePaths,
    defaultPath: defaultPage?.path ?? '/',
    namesQuestion: hash.length > 1,
  });
  useLeaveGuard(autosave);
  useCarriedCleared(autosave);
  useArrival(pathname, target === undefined);
  if (target !== undefined) return <Navigate to={{ pathname: target, search }} state={state} replace />;
  return (
    <>
      <Outlet />
      {autosave && <ConflictDialog autosave={autosave} store={store} />}
      {autosave && <Inactivity onIdle={() => void logOut({ isForced: true, message: INACTIVE_MESSAGE })} />}
    </>
  );
}
