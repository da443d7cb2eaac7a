import { useEffect } from 'react';
import { preloadDialogs } from '#client/ui/dialog/Dialog.tsx';
import { preloadToasts } from '#client/ui/toast/ToastHost.tsx';
import type { FormCheck } from '#client/session/application.ts';
import { after } from '#client/ui/schedule.ts';

/** Milliseconds until the page is idle, even on a slow phone. */
export const PRELOAD_DELAY = 4_000;

/** Preloads dialogs, toasts, form pages and validators for use offline. */
export function usePreload({ preload }: Pick<FormCheck, 'preload'>): void {
  useEffect(() => {
    return after(PRELOAD_DELAY, () => {
      preloadDialogs();
      preloadToasts();
      // The first check reports failures.
      Promise.all([preload(), import('#client/screens/form/FormScreen.tsx')]).catch(console.error);
    });
  }, [preload]);
}
