import { useSyncExternalStore, type ReactNode } from 'react';
import { Observable } from '#client/ui/observable.ts';
import { type ToastContent, useToastKey } from './Toast.tsx';

type Library = Awaited<ReturnType<typeof importSnackbars>>;

const library = new Observable<Library | undefined>(undefined);
const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();

async function loadSnackbars(): Promise<Library> {
  const loaded = library.get() ?? (await importSnackbars());
  if (library.get() !== loaded) library.set(loaded);
  await ready;
  return loaded;
}

async function importSnackbars() {
  const { Snackbars, showToast: show, dismissToast: dismiss } = await import('./Snackbars.tsx');
  return { Snackbars, show, dismiss };
}

/** Toast container for child screens; loads its library on demand. */
export function ToastHost({ children }: { readonly children: ReactNode }) {
  const loaded = useSyncExternalStore(library.subscribe, library.get);
  useToastKey();
  return (
    <>
      {children}
      {loaded && <loaded.Snackbars onReady={setReady} />}
    </>
  );
}

/** Preloads the library, in case the connection is lost. */
export function preloadToasts(): void {
  withSnackbars(() => undefined);
}

/** Shows a toast in the {@link ToastHost}; errors stay five minutes. */
export function showToast(toast: ToastContent): void {
  withSnackbars((snackbars) => snackbars.show(toast));
}

/** Dismisses the newest toast with this label. */
export function dismissToast(label: string): void {
  if (isWanted) withSnackbars((snackbars) => snackbars.dismiss(label));
}

/** Whether the library was requested; without it, no toast exists. */
let isWanted = false;

function withSnackbars(act: (snackbars: Library) => void): void {
  isWanted = true;
  // Safe to ignore: the browser logged it, and the next toast retries.
  loadSnackbars().then(act, () => undefined);
}
