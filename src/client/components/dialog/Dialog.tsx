import { lazy, Suspense, useState, type ReactNode } from 'react';

export type DialogProps = {
  title: string;
  /** xs 30 rem, s 60 rem, m 80 % of the window (specification 2). */
  size?: 'xs' | 's' | 'm';
  isOpen: boolean;
  /** Escape and a click beside the dialog. Left out: the dialog has to be answered. */
  onClose?: () => void;
  children: ReactNode;
  /** Buttons below the text, in the order of reading; left out where they stand in it. */
  actions?: ReactNode;
};

const load = () => import('./ModalDialog.tsx');
const ModalDialog = lazy(async () => ({ default: (await load()).ModalDialog }));

/** A modal dialog that keeps the focus and gives it back. Its library is loaded when it is first opened. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ModalDialog {...props} />
    </Suspense>
  );
}

/** Loads the library ahead: a dialog that tells of a lost connection could not load it any more. */
export function preloadDialogs(): void {
  // A failure shows when a dialog is opened; until then nothing is lost.
  load().catch((error: unknown) => console.error(error));
}
