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

/** Where the toasts of the screens below it appear. Their library is loaded with the first of them. */
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

/** Preloads the library, which a lost connection could not load. */
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

/** Whether the library was asked for; without it there is no toast to dismiss. */
let isWanted = false;

function withSnackbars(act: (snackbars: Library) => void): void {
  isWanted = true;
  // The browser has printed a failure; until a toast is shown nothing is lost.
  loadSnackbars().then(act, () => undefined);
}
