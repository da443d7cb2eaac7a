import { lazy, Suspense, useState, type ComponentType, type ReactNode, useEffect } from 'react';
import { Route, Routes, useLocation, useNavigate } from 'react-router';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { SpinnerScreen } from './ui/Spinner.tsx';
import type { CardId } from '#form/definition/account-cards.ts';
import type { PartnerFiles } from './api/partner-files.ts';
import { ServicesProvider, useServices, type Services } from './api/services.ts';
import { REVIEW_PATH, searchOf } from './session/navigation-state.ts';
import { cachedCard } from './screens/account/use-card.ts';
import { dateText } from '#texts/language.ts';
import { readEntries } from '#form/answers/read-answers.ts';
import { after } from './ui/schedule.ts';

const AccountRoot = screen(async () => (await import('./screens/account/AccountRoot.tsx')).AccountRoot);
const cards = () => import('./screens/account/AccountScreens.tsx');

const CARDS: ReadonlyMap<string, { readonly id: CardId; readonly screen: LoadedScreen }> = new Map([
  ['/login', { id: 'login', screen: screen(async () => (await cards()).LogInScreen) }],
  ['/signup', { id: 'signup', screen: screen(async () => (await cards()).SignUpScreen) }],
  ['/confirm', { id: 'confirm', screen: screen(async () => (await cards()).ConfirmScreen) }],
  ['/forgot', { id: 'forgot', screen: screen(async () => (await cards()).ForgotScreen) }],
  ['/reset', { id: 'reset', screen: screen(async () => (await cards()).ResetScreen) }],
]);

const mailed = () => import('./screens/account/StopRemindersScreen.tsx');

/** Screens behind links in emails. */
const MAILED: ReadonlyMap<string, LoadedScreen> = new Map([
  ['/stop-reminders', screen(async () => (await mailed()).StopRemindersScreen)],
  ['/cancel-email', screen(async () => (await mailed()).CancelEmailScreen)],
]);

const FormRoot = screen(async () => {
  // Loads in parallel, not after the application. On failure the screen itself retries and reports.
  if (window.location.pathname !== REVIEW_PATH) Form.load().catch(() => undefined);
  return (await import('./screens/root/FormRoot.tsx')).FormRoot;
});
const Form = screen(async () => (await import('#client/screens/form/FormScreen.tsx')).FormScreen);
const Completion = screen(
  async () => (await import('#client/screens/completion/CompletionScreen.tsx')).CompletionScreen,
);
const Review = screen(async () => (await import('#client/screens/review/ReviewScreen.tsx')).ReviewScreen);
const OwnAccount = screen(
  async () => (await import('#client/screens/own-account/OwnAccountScreen.tsx')).OwnAccountScreen,
);

const Service = lazy(async () => ({
  default: (await import('./screens/service/ServiceScreen.tsx')).ServiceScreen,
}));

/** The client: services and screens, inside a router. */
export function App({ services }: { readonly services: Services }) {
  return (
    <ServicesProvider value={services}>
      <AppRoutes />
    </ServicesProvider>
  );
}

/** Renders the screens (docs/behavior.md 2.1); any other path belongs to the form. */
function AppRoutes() {
  const serviceToken = useServiceToken();
  if (serviceToken !== undefined) {
    return (
      <Shell>
        <Service key={serviceToken} token={serviceToken} />
      </Shell>
    );
  }
  return (
    <Routes>
      <Route element={<Root of={AccountRoot} />}>
        {[...CARDS].map(([path, { screen: Card }]) => (
          <Route key={path} path={path} element={<Card />} />
        ))}
        {[...MAILED].map(([path, Mailed]) => (
          <Route key={path} path={path} element={<Mailed />} />
        ))}
      </Route>
      <Route element={<Root of={FormRoot} />}>
        <Route path="/completion" element={<Completion />} />
        <Route path={REVIEW_PATH} element={<Review />} />
        <Route path="/account" element={<OwnAccount />} />
        <Route path="*" element={<Form />} />
      </Route>
    </Routes>
  );
}

/** Loads the screens of a path. Never rejects. */
export async function loadScreens(pathname: string, files: PartnerFiles): Promise<void> {
  const card = CARDS.get(pathname);
  const mailedScreen = MAILED.get(pathname);
  if (card) await Promise.allSettled([AccountRoot.load(), card.screen.load(), cachedCard(files, card.id)]);
  else if (mailedScreen) await Promise.allSettled([AccountRoot.load(), mailedScreen.load()]);
  else {
    after(0, prepareDates);
    await Promise.allSettled([FormRoot.load(), pathname === REVIEW_PATH ? Review.load() : Form.load()]);
  }
}

/** Warms up date formatting, which takes 70 ms on a cheap phone. */
function prepareDates(): void {
  dateText(new Date(), { hour: 'numeric' });
}

type Screen = ComponentType<object>;

function Root({ of: Layout }: { readonly of: Screen }) {
  return (
    <Shell>
      <Layout />
    </Shell>
  );
}

function Shell({ children }: { readonly children: ReactNode }) {
  const { partner } = useServices();
  return (
    <ErrorBoundary>
      <Suspense fallback={<SpinnerScreen brand={partner} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

type LoadedScreen = Screen & { readonly load: () => Promise<Screen> };

/** Loads a screen when first shown. Loaded screens skip Suspense's 300 ms fallback. */
function screen(load: () => Promise<Screen>): LoadedScreen {
  let loaded: Screen | undefined;
  const loadScreen = async (): Promise<Screen> => (loaded ??= await load());
  const Late = lazy(async () => ({ default: await loadScreen() }));
  function LateScreen() {
    // Stable while mounted: a different component would remount.
    const [Shown] = useState<ComponentType>(() => loaded ?? Late);
    return <Shown />;
  }
  return Object.assign(LateScreen, { load: loadScreen });
}

/** Returns a service link's token, moved from address to history state. */
function useServiceToken(): string | undefined {
  const { hash, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const { service_token: given, ...rest } = Object.fromEntries(new URLSearchParams(search));
  const remaining = searchOf(rest);
  const token = given ?? readEntries(state, (text) => typeof text === 'string')['service_token'];
  // The server serves English to staff, but does not see the token of a reload.
  const isTranslated = useServices().partner.language !== undefined && !('service_language' in rest);
  useEffect(() => {
    if (given !== undefined)
      void navigate(
        { pathname, search: remaining, hash },
        { replace: true, state: { service_token: given } },
      );
    else if (token !== undefined && isTranslated) window.location.replace(`?service_token=${token}`);
  }, [given, hash, isTranslated, navigate, pathname, remaining, token]);
  return token;
}
