import { lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { SpinnerScreen } from './components/Spinner.tsx';
import { useServices } from './data/services.ts';
import { useServiceToken } from './screens/service/use-service-token.ts';

const AccountRoot = screen(async () => (await import('./screens/account/AccountRoot.tsx')).AccountRoot);
const LogIn = screen(async () => (await import('./screens/account/LogInScreen.tsx')).LogInScreen);
const SignUp = screen(async () => (await import('./screens/account/SignUpScreen.tsx')).SignUpScreen);
const Confirm = screen(async () => (await import('./screens/account/ConfirmScreen.tsx')).ConfirmScreen);
const Forgot = screen(async () => (await import('./screens/account/ForgotScreen.tsx')).ForgotScreen);
const Reset = screen(async () => (await import('./screens/account/ResetScreen.tsx')).ResetScreen);

const FormRoot = screen(async () => (await import('#client/screens/session/FormRoot.tsx')).FormRoot);
const Form = screen(async () => (await import('#client/screens/form/FormScreen.tsx')).FormScreen);
const Completion = screen(
  async () => (await import('#client/screens/completion/CompletionScreen.tsx')).CompletionScreen,
);
const OwnAccount = screen(
  async () => (await import('#client/screens/own-account/OwnAccountScreen.tsx')).OwnAccountScreen,
);

const Service = lazy(async () => ({
  default: (await import('./screens/service/ServiceScreen.tsx')).ServiceScreen,
}));

/**
 * The screens (specification 2, "Route table"), each loaded when it is first shown. The paths of the form's pages are
 * in the definition, so every path that is not named here belongs to the form, which sends an unknown one to its
 * default page. Both roots have an error screen of their own. With a service token every path is the service view.
 */
export function AppRoutes() {
  const serviceToken = useServiceToken();
  if (serviceToken !== undefined) {
    return (
      <Shell>
        <Service token={serviceToken} />
      </Shell>
    );
  }
  return (
    <Routes>
      <Route element={<Root of={AccountRoot} />}>
        <Route path="/login" element={<LogIn />} />
        <Route path="/signup" element={<SignUp />} />
        <Route path="/confirm" element={<Confirm />} />
        <Route path="/forgot" element={<Forgot />} />
        <Route path="/reset" element={<Reset />} />
      </Route>
      <Route element={<Root of={FormRoot} />}>
        <Route path="/completion" element={<Completion />} />
        <Route path="/account" element={<OwnAccount />} />
        <Route path="*" element={<Form />} />
      </Route>
    </Routes>
  );
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

function screen(load: () => Promise<Screen>) {
  return lazy(async () => ({ default: await load() }));
}
