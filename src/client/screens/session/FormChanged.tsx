import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useApplication } from '#client/session/application.ts';
import { useServices } from '#client/api/services.ts';

/** Loads it ahead: a server that has another form does not have this file any more. */
export async function loadChangedNotice() {
  return { default: (await import('./ChangedNotice.tsx')).ChangedNotice };
}

const ChangedNotice = lazy(loadChangedNotice);

/** Says that the server has another form than this page. In development the page takes it over by itself. */
export function FormChanged() {
  const { serverForm } = useServices();
  const { definition } = useApplication();
  const hash = useSyncExternalStore(serverForm.subscribe, serverForm.get);
  if (import.meta.env.MODE === 'development' || hash === '' || hash === definition.hash) return null;
  return (
    <Suspense>
      <ChangedNotice />
    </Suspense>
  );
}
