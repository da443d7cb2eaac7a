import type { RouteObject } from 'react-router';
import { SpinnerScreen } from './components/Spinner.tsx';
import { RouteError } from './screens/RouteError.tsx';

/**
 * The screens (specification 2, "Route table"). The paths of the form's pages stand in the definition, so
 * every path that is not named here belongs to the form, which sends an unknown one to its default page.
 * The account screens come first and load little; the form loads with its own root.
 */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: SpinnerScreen,
    lazy: async () => ({ Component: (await import('./screens/account/AccountRoot.tsx')).AccountRoot }),
    children: [
      {
        path: '/login',
        lazy: async () => ({ Component: (await import('./screens/account/LogInScreen.tsx')).LogInScreen }),
      },
      {
        path: '/signup',
        lazy: async () => ({ Component: (await import('./screens/account/SignUpScreen.tsx')).SignUpScreen }),
      },
      {
        path: '/confirm',
        lazy: async () => ({
          Component: (await import('./screens/account/ConfirmScreen.tsx')).ConfirmScreen,
        }),
      },
      {
        path: '/forgot',
        lazy: async () => ({ Component: (await import('./screens/account/ForgotScreen.tsx')).ForgotScreen }),
      },
      {
        path: '/reset',
        lazy: async () => ({ Component: (await import('./screens/account/ResetScreen.tsx')).ResetScreen }),
      },
    ],
  },
  {
    ErrorBoundary: RouteError,
    HydrateFallback: SpinnerScreen,
    lazy: async () => ({ Component: (await import('./screens/application/FormRoot.tsx')).FormRoot }),
    children: [
      {
        path: '/completion',
        lazy: async () => ({
          Component: (await import('./screens/application/CompletionScreen.tsx')).CompletionScreen,
        }),
      },
      {
        path: '*',
        lazy: async () => ({ Component: (await import('./screens/application/FormScreen.tsx')).FormScreen }),
      },
    ],
  },
];
