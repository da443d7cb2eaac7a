import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useEffect, useState, useSyncExternalStore } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { isRecord } from '#form/definition/own-property.ts';
import { SpinnerScreen } from '#client/ui/Spinner.tsx';
import { ToastHost } from '#client/ui/toast/ToastHost.tsx';
import { isPassing, isUnauthorized } from '#client/api/request-error.ts';
import { useServices } from '#client/api/services.ts';
import { MuiSettingsContext } from '#client/theme/mui-settings.ts';
import { ApplicationProvider, useApplication, useTrackNavigation } from '#client/session/application.ts';
import { ConflictDialog } from './ConflictDialog.tsx';
import { FormChanged } from './FormChanged.tsx';
import { retryAfterOf, retryDelay } from '#client/api/retry-delay.ts';
import { pageSession, useSessionEnd } from '#client/session/end-session.ts';
import { routeRedirect, namedPlace } from '#client/session/form-places.ts';
import { useForgetVisitorDraft, useVisitorDraft } from '#client/saving/use-visitor-draft.ts';
import { useLeaveGuard, useLogOut } from '#client/session/use-log-out.ts';
import { openWithToasts } from './open-with-toasts.ts';
import { usePrefill } from './use-prefill.ts';
import { usePreload, PRELOAD_DELAY } from './use-preload.ts';
import { say, refusalTexts, sessionTexts } from '#texts/say.ts';
import { createTimer } from '#client/ui/schedule.ts';

/** What else `npm run dev` does; in no build. */
const Development = import.meta.hot
  ? lazy(async () => ({ default: (await import('./development/Development.tsx')).Development }))
  : undefined;

/** Only for students whose answers before the log-in differ from those of the application. */
const VisitorDraftDialog = lazy(async () => ({
  default: (await import('./VisitorDraftDialog.tsx')).VisitorDraftDialog,
}));

/** The root of the form's screens; each session has one of its own. */
export function FormRoot() {
  const services = useServices();
  const session = pageSession(services);
  const { number, queries } = useSyncExternalStore(session.subscribe, session.get);
  if (useIsLeaving(number)) return <SpinnerScreen brand={services.partner} />;
  return <Session key={number} queries={queries} />;
}

/** True from the end of a session until the log-in screen is loaded, or Back is pressed. */
function useIsLeaving(number: number): boolean {
  const [shown, setShown] = useState(number);
  useEffect(() => {
    const comeBack = (): void => setShown(number);
    window.addEventListener('popstate', comeBack);
    return () => window.removeEventListener('popstate', comeBack);
  }, [number]);
  return number !== shown;
}

/** Opens the application behind the spinner, then guards it. */
function Session({ queries }: { readonly queries: QueryClient }) {
  const services = useServices();
  const [mui] = useState(() => ({ colors: services.partner.colors, nonce: services.nonce }));
  return (
    <QueryClientProvider client={queries}>
      <MuiSettingsContext value={mui}>
        <ToastHost>
          <OpenedApplication />
        </ToastHost>
      </MuiSettingsContext>
    </QueryClientProvider>
  );
}

function OpenedApplication() {
  const services = useServices();
  // A visitor's form and a student's are two; a cookie that goes away does not change the one on the screen.
  const [isSignedIn] = useState(() => services.isSignedIn());
  const { data: opened, failureReason } = useQuery({
    queryKey: ['application', isSignedIn],
    queryFn: () => openWithToasts(services),
    structuralSharing: false,
    // A database that fails over, or a server that restarts, is back in a moment.
    retry: (_failures, error) => isPassing(error),
    retryDelay: (failures, error) => retryDelay(failures + 1, retryAfterOf(error)),
    // An expired session is already redirecting to the log-in screen.
    throwOnError: (error) => !isUnauthorized(error),
  });
  const application = useDeferredValue(opened);
  useSessionEnd(opened);
  if (!application)
    return (
      <SpinnerScreen brand={services.partner}>
        {isPassing(failureReason) ? <WhyItWaits /> : undefined}
      </SpinnerScreen>
    );
  return (
    <ApplicationProvider value={application}>
      <GuardedScreens />
    </ApplicationProvider>
  );
}

function WhyItWaits() {
  return (
    <main>
      <h1>{say(refusalTexts.oneMoment)}</h1>
      <p>{say(sessionTexts.opensByItself)}</p>
    </main>
  );
}

/** Sends the student to where the routing rules want them, and watches over the session. */
function GuardedScreens() {
  const application = useApplication();
  const { autosave, definition, draftConflicts, store, student } = application;
  const { pathname, search, hash, state } = useLocation();
  const snapshot = useSyncExternalStore(student.subscribe, student.get);
  const [hadConflicts] = useState(() => (draftConflicts?.conflicts.get() ?? []).length > 0);
  const { logOut } = useLogOut();
  const queries = useQueryClient();
  const pagePaths = definition.pages.map((page) => page.path);
  const defaultPage = definition.pages.find((page) => page.id === definition.defaultPage);
  const place = namedPlace(definition, search);
  const wanted = place?.pathname ?? pathname;
  const target = routeRedirect({
    ...snapshot,
    pathname: wanted,
    pagePaths,
    defaultPath: defaultPage?.path ?? '/',
    namesPlace: place !== undefined || hash.length > 1,
  });
  const idle = useLateInactivity();
  usePreload(application);
  useLeaveGuard(application);
  useVisitorDraft(application);
  useForgetVisitorDraft();
  useTrackNavigation(wanted, target === undefined);
  usePrefill(application, target === undefined && place === undefined);
  const to = target === undefined ? place : { pathname: target, search: place?.search ?? search };
  if (to) {
    const passedOn = place ? { ...(isRecord(state) ? state : {}), ...place.state } : state;
    return <Navigate to={to} state={passedOn} replace />;
  }
  return (
    <>
      <Outlet />
      {Development && (
        <Suspense>
          <Development />
        </Suspense>
      )}
      <FormChanged />
      {hadConflicts && draftConflicts && (
        <Suspense>
          <VisitorDraftDialog {...draftConflicts} store={store} />
        </Suspense>
      )}
      {autosave && <ConflictDialog autosave={autosave} store={store} />}
      {autosave && idle && (
        <idle.Inactivity
          onIdle={() => void logOut({ isForced: true, message: say(sessionTexts.loggedOut) })}
          isBusy={() => queries.isMutating() > 0}
        />
      )}
    </>
  );
}

type Library = Awaited<ReturnType<typeof importInactivity>>;

/** Loads the inactivity watch once the page is idle, with retries: an open page has to end. */
function useLateInactivity(): Library | undefined {
  const [library, setLibrary] = useState<Library>();
  useEffect(() => {
    const timer = createTimer(() => {
      importInactivity().then(setLibrary, () => timer.start(PRELOAD_DELAY));
    });
    timer.start(PRELOAD_DELAY);
    return timer.stop;
  }, []);
  return library;
}

async function importInactivity() {
  const { Inactivity } = await import('./Inactivity.tsx');
  return { Inactivity };
}
