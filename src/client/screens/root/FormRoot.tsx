import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useEffect, useState, useSyncExternalStore, useRef } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { isRecord } from '#form/definition/own-property.ts';
import { SpinnerScreen } from '#client/ui/Spinner.tsx';
import { ToastHost, showToast } from '#client/ui/toast/ToastHost.tsx';
import { isUnauthorized, errorMessageOf, logFault, RequestError } from '#client/api/call.ts';
import { isRetryable, retryAfterOf, retryDelay } from '#client/api/retry.ts';
import { useServices } from '#client/api/services.ts';
import { MuiSettingsContext } from '#client/theme/mui-settings.ts';
import {
  ApplicationProvider,
  useApplication,
  useVisiblePages,
  useTrackNavigation,
  type Application,
} from '#client/session/application.ts';
import { ConflictDialog, DraftConflictDialog } from './ConflictDialog.tsx';
import { pageSession, useSessionEnd, useLeaveGuard, useLogOut } from '#client/session/end-session.ts';
import { routeRedirect, namedPlace } from '#client/session/form-routes.ts';
import { searchOf } from '#client/session/navigation-state.ts';
import { useForgetVisitorDraft, useVisitorDraft } from '#client/session/use-visitor-draft.ts';
import { openApplication } from '#client/session/open-application.ts';
import { usePreload, PRELOAD_DELAY } from './use-preload.ts';
import { say, refusalTexts, sessionTexts, errorTexts } from '#texts/say.ts';
import { createTimer, pause } from '#client/ui/schedule.ts';
import { Button } from '#client/ui/Button.tsx';
import { saveNow } from '#client/session/submit-form.ts';
import { answersToTake } from '#form/answers/draft-conflicts.ts';
import { successToast } from '#client/ui/toast/Toast.tsx';
import './root.css';

/** Development aids of `npm run dev`; not in builds. */
const Development = import.meta.hot
  ? lazy(async () => ({ default: (await import('./Development.tsx')).Development }))
  : undefined;

/** Root of the form screens, remounted per session. */
export function FormRoot() {
  const services = useServices();
  const session = pageSession(services);
  const { number, queries } = useSyncExternalStore(session.subscribe, session.get);
  if (useIsLeaving(number)) return <SpinnerScreen brand={services.partner} />;
  return <Session key={number} queries={queries} />;
}

/** True from a session's end until log-in loads or Back is pressed. */
function useIsLeaving(number: number): boolean {
  const [shown, setShown] = useState(number);
  useEffect(() => {
    const comeBack = (): void => setShown(number);
    window.addEventListener('popstate', comeBack);
    return () => window.removeEventListener('popstate', comeBack);
  }, [number]);
  return number !== shown;
}

/** Opens the application behind a spinner. */
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
  // Fixed per session: losing the cookie must not swap the student's form for a visitor's.
  const [isSignedIn] = useState(() => services.isSignedIn());
  const { data: opened, failureReason } = useQuery({
    queryKey: ['application', isSignedIn],
    queryFn: () => openApplication(services),
    structuralSharing: false,
    // Database failovers and server restarts are brief.
    retry: (_failures, error) => isRetryable(error),
    retryDelay: (failures, error) => retryDelay(failures + 1, retryAfterOf(error)),
    // An expired session is already being redirected to log-in.
    throwOnError: (error) => !isUnauthorized(error),
  });
  const application = useDeferredValue(opened);
  useSessionEnd(opened);
  if (!application)
    return (
      <SpinnerScreen brand={services.partner}>
        {isRetryable(failureReason) ? <WhyItWaits /> : undefined}
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

/** Applies the routing rules and guards the session. */
function GuardedScreens() {
  const application = useApplication();
  const { application: calls } = useServices();
  const { autosave, definition, draftConflicts, store, student } = application;
  const { pathname, search, hash, state } = useLocation();
  const snapshot = useSyncExternalStore(student.subscribe, student.get);
  const { logOut } = useLogOut();
  const visible = useVisiblePages();
  // Development fills in the answers that lead to a page.
  const isFilled = import.meta.env.DEV && hash.startsWith('#fill=');
  const pagePaths = (isFilled ? definition.pages : visible).map((page) => page.path);
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
      {draftConflicts && <DraftConflictDialog {...draftConflicts} store={store} />}
      {autosave && <ConflictDialog autosave={autosave} store={store} />}
      {autosave && idle && (
        <idle.Inactivity
          keepSession={() => void calls.profile().catch(logFault)}
          onIdle={() => void logOut({ isForced: true, message: say(sessionTexts.loggedOut) })}
        />
      )}
    </>
  );
}

type Library = typeof import('./Inactivity.tsx');

/** Loads the inactivity watch when idle, with retries, since sessions must end. */
function useLateInactivity(): Library | undefined {
  const [library, setLibrary] = useState<Library>();
  useEffect(() => {
    const timer = createTimer(() => {
      import('./Inactivity.tsx').then(setLibrary, () => timer.start(PRELOAD_DELAY));
    });
    timer.start(PRELOAD_DELAY);
    return timer.stop;
  }, []);
  return library;
}

/** Reports a newer form on the server; development reloads it automatically. */
function FormChanged() {
  const { serverForm } = useServices();
  const { definition } = useApplication();
  const hash = useSyncExternalStore(serverForm.subscribe, serverForm.get);
  if (import.meta.env.MODE === 'development' || hash === '' || hash === definition.hash) return null;
  return <ChangedNotice />;
}

/** Milliseconds before reloading with unsaved changes, which the browser stores. */
const SAVES_WITHIN = 5_000;

/** Sticky notice with a button that saves and reloads. */
function ChangedNotice() {
  const application = useApplication();
  const [isBusy, setIsBusy] = useState(false);
  const reload = async (): Promise<void> => {
    setIsBusy(true);
    await Promise.race([saveNow(application), pause(SAVES_WITHIN)]);
    window.location.reload();
  };
  return (
    <div className="row changed-notice no-print" role="status">
      <span>{say(sessionTexts.formChanged)}</span>
      <Button isBusy={isBusy} onClick={() => void reload()} text={errorTexts.reload} />
    </div>
  );
}

/** Prefills empty questions from `?token=`, then removes it (docs/behavior.md 2.3). */
function usePrefill({ definition, store, student }: Application, hasArrived: boolean): void {
  const { application: calls } = useServices();
  const location = useLocation();
  const latest = useRef(location);
  useEffect(() => void (latest.current = location), [location]);
  const navigate = useNavigate();
  const fetched = useRef<string>(undefined);
  const { token } = readSearch(location.search);
  useEffect(() => {
    if (!hasArrived || token === undefined || fetched.current === token) return;
    fetched.current = token;
    // The student may have changed pages.
    const withoutToken = (): void => {
      const { pathname, search, hash, state } = latest.current;
      const { token: there, ...rest } = readSearch(search);
      if (there === token)
        void navigate({ pathname, search: searchOf(rest), hash }, { replace: true, state });
    };
    const showError = (message: string): void =>
      showToast({ severity: 'error', label: say(sessionTexts.linkError), message });
    const fill = async (): Promise<void> => {
      const { answer } = await calls.prefilled(token);
      withoutToken();
      const comparison = { form: definition, state: store.state().form, draft: answer };
      const filled = answersToTake(comparison);
      store.dispatch({
        type: 'setAnswers',
        answers: filled,
        onMade: () => store.dispatch({ type: 'restored' }),
      });
      const isFilled = Object.keys(filled).length > 0;
      showToast(successToast(say(isFilled ? sessionTexts.filled : sessionTexts.nothingFilled)));
    };
    if (student.get().webStatus === 'submitted') {
      withoutToken();
      return showError(say(sessionTexts.filledTooLate));
    }
    fill().catch((error: unknown) => {
      // Without a response, keep the token so that a reload retries.
      if (error instanceof RequestError && error.code === 'refused') withoutToken();
      showError(errorMessageOf(error));
    });
  }, [calls, definition, hasArrived, navigate, store, student, token]);
}

function readSearch(search: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(search));
}
