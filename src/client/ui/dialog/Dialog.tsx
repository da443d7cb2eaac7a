import { useEffect, useEffectEvent, useState } from 'react';
import type { DialogProps } from './ModalDialog.tsx';

type Library = typeof import('./ModalDialog.tsx');

let loaded: Library | undefined;

async function loadModalDialog(): Promise<Library> {
  loaded ??= await import('./ModalDialog.tsx');
  return loaded;
}

/** Modal dialog, loaded on demand. Closable dialogs count as closed if loading fails. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose } = props;
  const [library, setLibrary] = useState(loaded);
  const giveUp = useEffectEvent((error: unknown): void => {
    if (onClose) return onClose();
    // Thrown while rendering to reach the error boundary.
    setLibrary(() => {
      throw error;
    });
  });
  const isWanted = isOpen && !library;
  useEffect(() => {
    if (isWanted) loadModalDialog().then(setLibrary, giveUp);
  }, [isWanted]);
  return library && <library.ModalDialog {...props} />;
}

/** Preloads the library, in case the connection is lost. */
export function preloadDialogs(): void {
  // Safe to ignore: the browser logged it, and opening a dialog retries.
  loadModalDialog().catch(() => undefined);
}
