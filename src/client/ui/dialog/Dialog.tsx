import { useEffect, useEffectEvent, useState } from 'react';
import type { DialogProps } from './ModalDialog.tsx';

type Library = typeof import('./ModalDialog.tsx');

let loaded: Library | undefined;

async function loadModalDialog(): Promise<Library> {
  loaded ??= await import('./ModalDialog.tsx');
  return loaded;
}

/** Modal dialog, loaded when first opened; if that fails, a dialog that can be closed counts as closed. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose } = props;
  const [library, setLibrary] = useState(loaded);
  const giveUp = useEffectEvent((error: unknown): void => {
    if (onClose) return onClose();
    // Thrown during rendering, so that the error screen shows.
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

/** Preloads the library, which a lost connection could not load. */
export function preloadDialogs(): void {
  // The browser has printed a failure; until a dialog is opened nothing is lost.
  loadModalDialog().catch(() => undefined);
}
