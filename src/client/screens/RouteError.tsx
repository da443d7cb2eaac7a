import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ErrorScreen } from '#client/components/ErrorScreen.tsx';

/** The error screen of a root layout; the fault itself goes to the console. */
export function RouteError() {
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
  }, [error]);
  return <ErrorScreen onRetry={() => window.location.reload()} />;
}
